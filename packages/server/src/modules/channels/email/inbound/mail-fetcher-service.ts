import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { LIMITS } from '@trunkline/contract';
import type { ImapFlow } from 'imapflow';
import type { Platform } from '#platform/platform';
import { searchUids, fetchEnvelope, undefinedIfRefused } from '../mailboxes/imap-queries.ts';
import { MailError } from '../mailboxes/faults.ts';
import { dedupeKeyOf, deterministicUuid } from './dedupe-key.ts';
import * as store from './received-store.ts';
import type { NewMail } from './received-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'files'>;

/** Fetches mails from a folder into the database and the file store; they are processed afterwards. */
export type MailFetcher = {
  /** Fetches new mails of the open folder, batch by batch, until it is stopped; returns their number. */
  fetchNew(
    client: ImapFlow,
    mailbox: { id: number; takes_existing: boolean },
    isStopped: () => boolean,
  ): Promise<number>;
};

type FolderPosition = { mailboxId: number; folder: string; uidValidity: number };
/** The envelope of a mail before it is fetched. */
type MailEnvelope = { uid: number; size: number; arrivedAt: Date };

const BATCH = 50;
/** Size up to which mails are fetched together; larger ones are streamed one by one. */
const SMALL_BYTES = 256 * 1024;
/** How many connections request a mail that the server lists but does not return, before it is given up. */
const ROUNDS = 3;
/** How much is stored of a mail that is too large: its header and the beginning of its text. */
const PART_BYTES = 512 * 1024;

/**
 * Fetches mails from a folder: stores their bytes as files, and in one transaction a row for each and how far the folder has been
 * read. Mails are processed afterwards, from what is stored.
 */
export function createMailFetcher({ db, clock, files }: Deps): MailFetcher {
  /** Attempts to fetch mails that the server lists but does not return, by UID. */
  const rounds = new Map<string, number>();

  async function storeMail(
    place: FolderPosition,
    listed: MailEnvelope,
    bytes: Readable,
    isPartial: boolean,
  ): Promise<NewMail> {
    const id = deterministicUuid('mail', place.mailboxId, place.folder, place.uidValidity, listed.uid);
    const print = dedupeKeyOf();
    const copied = pipeline(bytes, print.stream);
    const stored = files.put(id, print.stream, LIMITS.mailBytes * 2);
    await Promise.all([copied, stored]);
    return {
      mailbox_id: place.mailboxId,
      folder: place.folder,
      uid_validity: place.uidValidity,
      uid: listed.uid,
      file_id: id,
      fingerprint: print.fingerprint(),
      size: listed.size,
      is_partial: isPartial,
      arrived_at: listed.arrivedAt,
    };
  }

  async function listBatch(client: ImapFlow, uids: readonly number[]): Promise<MailEnvelope[]> {
    const listed: MailEnvelope[] = [];
    const asked = { uid: true, size: true, internalDate: true };
    const answers = client.fetch(uids.join(','), asked, { uid: true });
    const fetchBatch = async () => {
      for await (const { uid, size = 0, internalDate } of answers)
        listed.push({ uid, size, arrivedAt: dateOf(internalDate, clock.now()) });
    };
    await undefinedIfRefused(fetchBatch());
    return listed;
  }

  async function fetchSmall(
    client: ImapFlow,
    place: FolderPosition,
    small: readonly MailEnvelope[],
  ): Promise<NewMail[]> {
    if (small.length === 0) return [];
    const byUid = new Map(small.map((one) => [one.uid, one]));
    const kept: Promise<NewMail>[] = [];
    const uids = small.map(({ uid }) => uid).join(',');
    const answers = client.fetch(uids, { uid: true, source: true }, { uid: true });
    const fetchBatch = async () => {
      for await (const { uid, source } of answers) {
        const listed = byUid.get(uid);
        if (listed && source?.length) kept.push(storeMail(place, listed, Readable.from([source]), false));
      }
    };
    await undefinedIfRefused(fetchBatch());
    return Promise.all(kept);
  }

  async function fetchLarge(
    client: ImapFlow,
    place: FolderPosition,
    large: MailEnvelope,
  ): Promise<NewMail | undefined> {
    const isPartial = large.size > LIMITS.mailBytes;
    const limit = isPartial ? { maxBytes: PART_BYTES } : {};
    const asked = client.download(String(large.uid), undefined, { uid: true, ...limit });
    const { content } = (await undefinedIfRefused(asked)) ?? {};
    const mail = content && (await storeMail(place, large, content, isPartial));
    if (!mail?.fingerprint.equals(OF_NOTHING)) return mail;
    await files.remove(mail.file_id);
    return undefined;
  }

  async function fetchListed(
    client: ImapFlow,
    place: FolderPosition,
    listed: readonly MailEnvelope[],
  ): Promise<NewMail[]> {
    const isSmall = ({ size }: MailEnvelope) => size <= SMALL_BYTES;
    const mails = await fetchSmall(client, place, listed.filter(isSmall));
    for (const large of listed.filter((one) => !isSmall(one))) {
      const mail = await fetchLarge(client, place, large);
      if (mail) mails.push(mail);
    }
    return mails;
  }

  /**
   * Requests a mail alone that was not returned with the others. If the server still does not return it, it is listed among the
   * rejected mails; undefined if it was deleted meanwhile.
   */
  async function askAlone(
    client: ImapFlow,
    { mailboxId, folder, uidValidity, uid, after }: FolderPosition & { uid: number; after: Date | null },
  ): Promise<NewMail | undefined> {
    const listed = await listBatch(client, [uid]);
    if (listed.some((one) => isBefore(one, after))) return undefined;
    const [mail] = await fetchListed(client, { mailboxId, folder, uidValidity }, listed);
    if (mail) return mail;
    const told = await fetchEnvelope(client, uid);
    if (!told) return undefined;
    const id = deterministicUuid('mail', mailboxId, folder, uidValidity, uid);
    const round = (rounds.get(id) ?? 0) + 1;
    rounds.set(id, round);
    // The next connection may return it.
    if (round < ROUNDS) throw new MailError('other', 'UID FETCH');
    rounds.delete(id);
    return {
      mailbox_id: mailboxId,
      folder,
      uid_validity: uidValidity,
      uid,
      file_id: id,
      is_partial: false,
      fingerprint: createHash('sha256').update(`not given: ${id}`).digest(),
      size: told.size,
      arrived_at: dateOf(told.arrivedAt, clock.now()),
      state: 'ignored',
      reason: 'not_given',
      sender: told.from,
      sender_name: told.name,
      subject: told.subject,
    };
  }

  async function takeBatch(
    client: ImapFlow,
    place: FolderPosition & { after: Date | null },
    batch: readonly number[],
  ): Promise<NewMail[]> {
    const listed = await listBatch(client, batch);
    const old = new Set(listed.filter((one) => isBefore(one, place.after)).map(({ uid }) => uid));
    const wanted = listed.filter(({ uid }) => !old.has(uid));
    const { after, ...folder } = place;
    const mails = await fetchListed(client, folder, wanted);
    const here = new Set([...mails.map(({ uid }) => uid), ...old]);
    for (const uid of batch) {
      const mail = here.has(uid) ? undefined : await askAlone(client, { ...folder, uid, after });
      if (mail) mails.push(mail);
    }
    // If the server returns none of several e-mails it is the server that fails, so none is skipped.
    if (batch.length > 1 && mails.length > 0 && mails.every(isNotGiven))
      throw new MailError('other', 'UID FETCH');
    return mails.sort((a, b) => a.uid - b.uid);
  }

  /** Stores a batch and how far the folder has been read, in one transaction. */
  async function storeBatch(
    place: FolderPosition,
    mails: readonly NewMail[],
    lastUid: number,
  ): Promise<void> {
    const used = await db.transaction(async (tx) => {
      const now = clock.now();
      await store.insertMails(tx.q, mails, now);
      const folder = { mailbox_id: place.mailboxId, name: place.folder };
      await store.saveFolder(tx.q, { ...folder, uid_validity: place.uidValidity, last_uid: lastUid });
      await store.receivedMailQueue.enqueueWake(tx, place.mailboxId);
      if (mails.some(isNotGiven))
        tx.emit('ignored-mails-changed', { mailbox_id: place.mailboxId }, ['mailboxes']);
      return store.listUsedFiles(
        tx.q,
        mails.map((mail) => mail.file_id),
      );
    });
    // Files of mails that were stored before are not referred to.
    for (const { file_id: id } of mails) if (!used.has(id)) await files.remove(id);
  }

  return {
    async fetchNew(client, mailbox, isStopped) {
      const open = client.mailbox;
      if (!open) throw new Error('no folder is open');
      const place = { mailboxId: mailbox.id, folder: open.path, uidValidity: Number(open.uidValidity) };
      const from = await startOf(place, open.uidNext, mailbox.takes_existing);
      const found = await searchUids(client, { uid: `${from.uid + 1}:*`, ...from.query });
      // "n:*" always includes the last mail, even if its UID is below n.
      const uids = found.filter((uid) => uid > from.uid).sort((a, b) => a - b);
      for (let at = 0; at < uids.length && !isStopped(); at += BATCH) {
        const batch = uids.slice(at, at + BATCH);
        const mails = await takeBatch(client, { ...place, after: from.after }, batch);
        await storeBatch(place, mails, Math.max(...batch));
      }
      return uids.length;
    },
  };

  /** The UID to continue from. After a change of UIDVALIDITY the folder is read from the start; stored mails are recognised. */
  async function startOf(place: FolderPosition, uidNext: number, takesExisting: boolean) {
    const known = await store.findFolder(db.q, place.mailboxId, place.folder);
    const { mailboxId: mailbox_id, folder: name, uidValidity: uid_validity } = place;
    if (!known) {
      const last_uid = takesExisting ? 0 : Math.max(0, uidNext - 1);
      const after = takesExisting ? null : clock.now();
      await store.saveFolder(db.q, { mailbox_id, name, uid_validity, last_uid }, after);
      return { uid: last_uid, after: null, query: {} };
    }
    if (known.uid_validity === place.uidValidity) return { uid: known.last_uid, after: null, query: {} };
    const after = known.takes_after === null ? null : new Date(known.takes_after);
    // IMAP searches by day, in the server's time zone: the exact time is compared later.
    const query = after ? { since: new Date(after.getTime() - 2 * DAY_MS) } : {};
    return { uid: 0, after, query };
  }
}

const DAY_MS = 86_400_000;
const OF_NOTHING = createHash('sha256').digest();
const isNotGiven = ({ reason }: NewMail): boolean => reason === 'not_given';
/** INTERNALDATE has whole seconds. */
const isBefore = (mail: MailEnvelope, after: Date | null): boolean =>
  after !== null && mail.arrivedAt.getTime() < after.getTime() - 1000;

function dateOf(value: Date | string | undefined, now: Date): Date {
  const date = value === undefined ? now : new Date(value);
  return Number.isNaN(date.getTime()) ? now : date;
}
