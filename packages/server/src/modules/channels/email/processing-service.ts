import { LIMITS, Media, writeMailFailure, type Message, type MessageMail } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations, Sender } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { idFrom } from './fingerprint.ts';
import * as letters from './letter-store.ts';
import type { MailboxRow } from './mailbox-store.ts';
import type { Mailboxes } from './mailboxes-service.ts';
import * as outbox from './outbox-store.ts';
import { findPlace } from './place.ts';
import { createMailReader, UnreadableMail, type ReadMail } from './read-mail.ts';
import { failureIn, mailOf, reasonToIgnore } from './received-mail.ts';
import * as store from './received-store.ts';
import type { MailRow } from './received-store.ts';
import { headOf } from './parse.ts';
import { nameOf, senderOf } from './sender.ts';
import { createRunner } from './runner.ts';
import { plainSubject } from './subject.ts';

type Deps = Platform & {
  mailboxes: Mailboxes;
  settings: Settings;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
};
type Taken = { state: 'done' | 'ignored'; reason: string; sender: string; ticket_id?: number };

const HOUR_MS = 3_600_000;
/** After so many attempts a mail goes to a ticket as one that cannot be read. */
const ATTEMPTS_MAX = 5;
const PAUSES_MS = [10_000, 60_000, 300_000, 1_800_000];

/** Makes messages of the mails that were stored: each once, in the order in which they came, whatever happens. */
export function createProcessing(deps: Deps) {
  const { db, clock, jobs, log, files, mailboxes, settings, customers, tickets, conversations } = deps;
  const read = createMailReader({ files, tickets });

  const runner = createRunner({ name: 'processing mail', run: processAll, atOnce: 2, log });
  jobs.define<{ mailbox_id: number }>('email:process', ({ mailbox_id: id }) =>
    Promise.resolve(runner.wake(id)),
  );

  async function processAll(mailboxId: number, isStopped: () => boolean): Promise<void> {
    while (!isStopped() && (await processNext(mailboxId)));
  }

  /** False when nothing waits. */
  async function processNext(mailboxId: number): Promise<boolean> {
    const tried: { row?: MailRow } = {};
    try {
      await db.transaction(async (tx) => {
        await letters.lockMailbox(tx.q, mailboxId);
        const row = await store.findDue(tx.q, mailboxId, clock.now());
        const mailbox = row && (await mailboxes.row(tx.q, mailboxId));
        if (!row || !mailbox) return;
        tried.row = row;
        await store.updateMail(tx.q, row.id, await take(tx, row, mailbox));
      });
    } catch (error) {
      if (!tried.row) throw error;
      await putAside(tried.row, error);
    }
    return tried.row !== undefined;
  }

  async function take(tx: Tx, row: MailRow, mailbox: MailboxRow): Promise<Taken> {
    const mail = await read(tx.q, row, mailbox.address);
    const sender = mail.sender.address;
    const sent = mail.messageId ? await letters.listByHeaderIds(tx.q, mailbox.id, [mail.messageId]) : [];
    const isOurs = sent.some((known) => known.mail_id === null);
    const reason = reasonToIgnore(mail, mailbox, isOurs);
    if (reason) return { state: 'ignored', reason, sender };

    const wantsQuiet =
      mail.kind === 'reply' || mail.kind === 'bounce' || (await isTooMany(tx, mailbox, sender));
    const place = await findPlace(tx.q, { tickets }, mailbox.id, { ...mail, isQuiet: wantsQuiet });
    // What came back without saying what it was: others write in our name.
    if (place === null && mail.kind === 'bounce') return { state: 'ignored', reason: 'stray_bounce', sender };

    const message = await add(tx, { row, mailbox, mail }, { place, isQuiet: wantsQuiet && place !== null });
    await remember(tx, { row, mailbox, mail }, message);
    await tellBounce(tx, mailbox, mail);
    return { state: 'done', reason: '', sender, ticket_id: message.ticket_id };
  }

  type Work = { row: MailRow; mailbox: MailboxRow; mail: ReadMail };

  async function isTooMany(tx: Tx, mailbox: MailboxRow, sender: string): Promise<boolean> {
    const since = new Date(clock.now().getTime() - HOUR_MS);
    return (await store.countFrom(tx.q, mailbox.id, sender, since)) >= mailbox.loop_limit;
  }

  async function add(
    tx: Tx,
    { row, mailbox, mail }: Work,
    { place, isQuiet }: { place: number | null; isQuiet: boolean },
  ): Promise<Message> {
    const isBounce = mail.kind === 'bounce';
    const name = nameOf(mail.sender);
    const sender = await senderFor(tx, mailbox, mail, isBounce ? place : null);
    return conversations.receiveOn(
      tx,
      sender,
      {
        body: mail.body,
        clientKey: `mail-${row.id}-in`,
        files: { ids: mail.fileIds, uploader: { mailId: row.id } },
        mail: { ...mailOf(mail, row, mailbox.address), ...(isQuiet && { is_auto: true }) },
        isQuiet,
        ...(isBounce && { author: { type: 'system' as const, id: null, name } }),
      },
      place,
    );
  }

  /** The customer of that address; a bounce is about the customer whose ticket it is on. */
  async function senderFor(
    tx: Tx,
    mailbox: MailboxRow,
    { sender, subject, body }: Pick<ReadMail, 'sender' | 'subject' | 'body'>,
    bouncedOn: number | null,
  ): Promise<Sender> {
    const name = nameOf(sender);
    const { default_language: language } = await settings.config();
    const about = bouncedOn === null ? undefined : await tickets.read(tx.q, bouncedOn);
    const customerId =
      about?.customer_id ??
      (sender.address
        ? await customers.ofAddress(tx, { address: sender.address, name, language })
        : await customers.introduce(tx, { name, language }));
    const account = { id: mailbox.id, media_id: Media.email, department_id: mailbox.department_id };
    const firstLine = body.trim().split('\n')[0]?.slice(0, 100).trim() ?? '';
    return { account, address: sender.address, customerId, name, subject: subject || firstLine || name };
  }

  async function remember(tx: Tx, { row, mailbox, mail }: Work, message: Message): Promise<void> {
    await letters.insertLetter(tx.q, {
      message_id: message.id,
      created_at: message.created_at,
      ticket_id: message.ticket_id,
      mailbox_id: mailbox.id,
      mail_id: row.id,
      header_id: mail.messageId,
      reference_ids: [...mail.referenceIds].reverse(),
      // What came back is no letter of anybody's.
      sender: mail.kind === 'bounce' ? '' : mail.sender.address,
      reply_to: message.mail?.reply_to?.address ?? '',
      subject_key: plainSubject(mail.subject),
      html_file_id: mail.htmlFileId,
      html: null,
      inline_files: mail.inline,
    });
    if (mail.kind === 'bounce') return;
    const people = [mail.sender, ...mail.to, ...mail.cc].map(({ address }) => address);
    const others = people.filter((address) => address !== mailbox.address);
    await letters.addPeople(tx.q, message.ticket_id, others);
  }

  /** The mail of ours that came back has failed; where others got it, it says who did not. */
  async function tellBounce(tx: Tx, mailbox: MailboxRow, mail: ReadMail): Promise<void> {
    const said = failureIn(mail);
    if (said === null) return;
    const answered = await letters.listByHeaderIds(tx.q, mailbox.id, [
      ...mail.returned,
      ...mail.referenceIds,
    ]);
    const ours = answered.find((letter) => letter.mail_id === null);
    if (!ours) return;
    const { message_id: id, ticket_id, created_at } = ours;
    const isForAll = (await outbox.countRecipients(tx.q, id)) <= Math.max(1, mail.reports.length);
    await tickets.setOutcome(
      tx,
      { id, ticket_id, created_at },
      { state: isForAll ? 'failed' : 'sent', failure: writeMailFailure('bounced', said) },
    );
    if (isForAll) await outbox.markFailed(tx.q, id, said);
  }

  /** It could not be processed: later again, and at the end on a ticket as it is. Nothing is lost. */
  async function putAside(row: MailRow, error: unknown): Promise<void> {
    const attempts = row.attempts + 1;
    const isUnreadable = error instanceof UnreadableMail;
    log.warn({ err: error, mail: row.id, attempts }, 'a mail could not be processed');
    if (isUnreadable || attempts >= ATTEMPTS_MAX) {
      try {
        return await putOnTicket(row, reasonOf(error));
      } catch (cause) {
        log.error({ err: cause, mail: row.id }, 'a mail could not even be put on a ticket unread');
      }
    }
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? HOUR_MS;
    const nextTryAt = new Date(clock.now().getTime() + pause);
    await db.transaction(async (tx) => {
      await store.updateMail(tx.q, row.id, {
        state: 'received',
        attempts,
        reason: reasonOf(error),
        next_try_at: nextTryAt,
      });
      await tx.enqueue('email:process', { mailbox_id: row.mailbox_id }, { runAt: nextTryAt });
    });
  }

  /** A mail that nobody can read, with its original, so that somebody may look at it. */
  async function putOnTicket(row: MailRow, reason: string): Promise<void> {
    const head = await headOf(files.read(row.file_id));
    await db.transaction(async (tx) => {
      await letters.lockMailbox(tx.q, row.mailbox_id);
      const mailbox = await mailboxes.row(tx.q, row.mailbox_id);
      if (!mailbox) return;
      const person = senderOf(head, mailbox.address);
      const original = await tickets.keepFile(
        tx.q,
        {
          id: idFrom('file', row.id, -1),
          mailId: row.id,
          upload: { name: 'original.eml', mime: 'message/rfc822', bytes: files.read(row.file_id) },
        },
        LIMITS.mailBytes * 2,
      );
      const sender = await senderFor(tx, mailbox, { sender: person, subject: head.subject, body: '' }, null);
      const message = await conversations.receiveOn(
        tx,
        sender,
        {
          body: '',
          clientKey: `mail-${row.id}-in`,
          files: { ids: [original.id], uploader: { mailId: row.id } },
          mail: unreadable(head.subject, sender, head.to),
        },
        null,
      );
      const { id: message_id, created_at, ticket_id } = message;
      await letters.insertLetter(tx.q, {
        ...{ message_id, created_at, ticket_id, mailbox_id: mailbox.id, mail_id: row.id },
        ...{ header_id: head.messageId, reference_ids: [], sender: sender.address },
        ...{ html_file_id: null, html: null, inline_files: {} },
      });
      await letters.addPeople(tx.q, ticket_id, [sender.address]);
      await store.updateMail(tx.q, row.id, { state: 'failed', reason, sender: sender.address, ticket_id });
    });
  }

  return {
    /** What a crash or a pause left: the clock sees to it. */
    async tend(): Promise<void> {
      for (const id of await store.listMailboxesWithDue(db.q, clock.now())) runner.wake(id);
    },
    stop: runner.stop,
  };
}

const reasonOf = (error: unknown): string => (error as Error).message.slice(0, 300);

function unreadable(subject: string, { name, address }: Sender, to: MessageMail['to']): MessageMail {
  return {
    subject,
    date: null,
    from: { name, address },
    reply_to: null,
    to,
    cc: [],
    bcc: [],
    recipients: to.length,
    has_html: false,
    has_remote_images: false,
    has_source: true,
    is_auto: false,
    is_unreadable: true,
    is_partial: false,
    inline_file_ids: [],
  };
}
