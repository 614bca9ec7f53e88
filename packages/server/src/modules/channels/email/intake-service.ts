import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { LIMITS } from '@trunkline/contract';
import type { ImapFlow } from 'imapflow';
import type { Platform } from '#platform/platform';
import { fingerprinting, idFrom } from './fingerprint.ts';
import * as store from './received-store.ts';
import type { NewMail } from './received-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'files'>;
export type Intake = ReturnType<typeof createIntake>;
type Place = { mailboxId: number; folder: string; uidValidity: number };
/** What is known of a mail before it is fetched. */
type Listed = { uid: number; size: number; arrivedAt: Date };

const BATCH = 50;
/** Up to here several mails come in one answer; what is larger is streamed, one by one. */
const SMALL_BYTES = 256 * 1024;
/** Of a mail that is too large: its header and the beginning of its text. */
const PART_BYTES = 512 * 1024;

/**
 * Takes mail from a folder: the bytes into the file store, a row for each, and how far we are, in one transaction. What
 * becomes of a mail is decided afterwards, from what is stored.
 */
export function createIntake({ db, clock, files }: Deps) {
  async function keep(place: Place, listed: Listed, bytes: Readable, isPartial: boolean): Promise<NewMail> {
    const id = idFrom('mail', place.mailboxId, place.folder, place.uidValidity, listed.uid);
    const print = fingerprinting();
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

  async function listBatch(client: ImapFlow, uids: readonly number[]): Promise<Listed[]> {
    const listed: Listed[] = [];
    const asked = { uid: true, size: true, internalDate: true };
    for await (const one of client.fetch(uids.join(','), asked, { uid: true })) {
      listed.push({ uid: one.uid, size: one.size ?? 0, arrivedAt: dateOf(one.internalDate, clock.now()) });
    }
    return listed;
  }

  async function fetchSmall(client: ImapFlow, place: Place, small: readonly Listed[]): Promise<NewMail[]> {
    if (small.length === 0) return [];
    const byUid = new Map(small.map((one) => [one.uid, one]));
    const kept: Promise<NewMail>[] = [];
    const uids = small.map(({ uid }) => uid).join(',');
    for await (const { uid, source } of client.fetch(uids, { uid: true, source: true }, { uid: true })) {
      const listed = byUid.get(uid);
      if (listed && source) kept.push(keep(place, listed, Readable.from([source]), false));
    }
    return Promise.all(kept);
  }

  async function fetchLarge(client: ImapFlow, place: Place, large: Listed): Promise<NewMail | undefined> {
    const isPartial = large.size > LIMITS.mailBytes;
    const limit = isPartial ? { maxBytes: PART_BYTES } : {};
    const { content } = await client.download(String(large.uid), undefined, { uid: true, ...limit });
    // It was deleted in the meantime.
    return content ? keep(place, large, content, isPartial) : undefined;
  }

  /** Stores a batch and moves on, both or neither. */
  async function storeBatch(place: Place, mails: readonly NewMail[], lastUid: number): Promise<void> {
    const used = await db.transaction(async (tx) => {
      const now = clock.now();
      await store.insertMails(tx.q, mails, now);
      const folder = { mailbox_id: place.mailboxId, name: place.folder };
      await store.saveFolder(tx.q, { ...folder, uid_validity: place.uidValidity, last_uid: lastUid });
      await tx.enqueue(
        'email:process',
        { mailbox_id: place.mailboxId },
        { key: `email:process:${place.mailboxId}` },
      );
      return store.listUsedFiles(
        tx.q,
        mails.map((mail) => mail.file_id),
      );
    });
    // Copies of what we have already: nothing points at their bytes.
    for (const { file_id: id } of mails) if (!used.has(id)) await files.remove(id);
  }

  return {
    /** Takes what is new in the open folder, batch by batch, until it is stopped. */
    async take(
      client: ImapFlow,
      mailbox: { id: number; takes_existing: boolean },
      isStopped: () => boolean,
    ): Promise<number> {
      const open = client.mailbox;
      if (!open) throw new Error('no folder is open');
      const place = { mailboxId: mailbox.id, folder: open.path, uidValidity: Number(open.uidValidity) };
      const from = await startOf(place, open.uidNext, mailbox.takes_existing);
      const found = await client.search({ uid: `${from.uid + 1}:*`, ...from.query }, { uid: true });
      // "n:*" always names the last mail, also when its number is below n.
      const uids = (found || []).filter((uid) => uid > from.uid).sort((a, b) => a - b);
      for (let at = 0; at < uids.length && !isStopped(); at += BATCH) {
        const batch = uids.slice(at, at + BATCH);
        const listed = (await listBatch(client, batch)).filter((one) => !isBefore(one, from.after));
        const mails = await fetchSmall(
          client,
          place,
          listed.filter((one) => one.size <= SMALL_BYTES),
        );
        for (const large of listed.filter((one) => one.size > SMALL_BYTES)) {
          const mail = await fetchLarge(client, place, large);
          if (mail) mails.push(mail);
        }
        await storeBatch(
          place,
          mails.sort((a, b) => a.uid - b.uid),
          Math.max(...batch),
        );
      }
      return uids.length;
    },
  };

  /** Where reading goes on. A folder that is numbered anew is read again from the start; known mails are known. */
  async function startOf(place: Place, uidNext: number, takesExisting: boolean) {
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
    // By day only, and in the server's zone: the exact time is looked at afterwards.
    const query = after ? { since: new Date(after.getTime() - 2 * DAY_MS) } : {};
    return { uid: 0, after, query };
  }
}

const DAY_MS = 86_400_000;
/** Servers give whole seconds. */
const isBefore = (mail: Listed, after: Date | null): boolean =>
  after !== null && mail.arrivedAt.getTime() < after.getTime() - 1000;

function dateOf(value: Date | string | undefined, now: Date): Date {
  const date = value === undefined ? now : new Date(value);
  return Number.isNaN(date.getTime()) ? now : date;
}
