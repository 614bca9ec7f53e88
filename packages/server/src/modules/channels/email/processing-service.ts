import { LIMITS, type MessageMail } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { Conversations, Sender } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import { idFrom } from './fingerprint.ts';
import * as letters from './letter-store.ts';
import type { Mailboxes } from './mailboxes-service.ts';
import { UnreadableMail } from './read-mail.ts';
import { isUnproven } from './received-mail.ts';
import * as store from './received-store.ts';
import type { MailRow } from './received-store.ts';
import { headOf } from './parse.ts';
import { senderOf } from './sender.ts';
import { createRunner } from './runner.ts';
import type { Taking } from './take-service.ts';

type Deps = Platform & {
  mailboxes: Mailboxes;
  tickets: Tickets;
  conversations: Conversations;
  taking: Taking;
};

const HOUR_MS = 3_600_000;
/** After so many attempts a mail goes to a ticket as one that cannot be read. */
const ATTEMPTS_MAX = 5;
const PAUSES_MS = [10_000, 60_000, 300_000, 1_800_000];

/** Makes messages of the mails that were stored: each once, in the order in which they came, whatever happens. */
export function createProcessing(deps: Deps) {
  const { db, clock, jobs, log, files, mailboxes, tickets, conversations, taking } = deps;

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
        await store.updateMail(tx.q, row.id, await taking.take(tx, row, mailbox, false));
      });
    } catch (error) {
      if (!tried.row) throw error;
      await putAside(tried.row, error);
    }
    return tried.row !== undefined;
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
      const unproven = isUnproven({ ...head, kind: 'person', sender: person }, mailbox);
      const written = { sender: person, subject: head.subject, body: '', isUnproven: unproven };
      const sender = await taking.senderFor(tx, mailbox, written, null);
      const message = await conversations.receiveOn(
        tx,
        sender,
        {
          body: '',
          clientKey: `mail-${row.id}-in`,
          files: { ids: [original.id], uploader: { mailId: row.id } },
          mail: { ...unreadable(head.subject, sender, head.to), ...(unproven && { is_unproven: true }) },
        },
        null,
      );
      const { id: message_id, created_at, ticket_id } = message;
      await letters.insertLetter(tx.q, {
        ...{ message_id, created_at, ticket_id, mailbox_id: mailbox.id, mail_id: row.id },
        ...{ header_id: head.messageId, reference_ids: [], sender: sender.address },
        ...{ html_file_id: null, html: null, inline_files: {}, is_unproven: unproven },
      });
      if (!unproven) await letters.addPeople(tx.q, ticket_id, [sender.address]);
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
