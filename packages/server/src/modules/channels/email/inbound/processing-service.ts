import { LIMITS } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import { deterministicUuid } from './dedupe-key.ts';
import * as emailStore from '../outbound/email-store.ts';
import type { Mailboxes } from '../mailboxes/mailboxes-service.ts';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import { UnreadableMail } from '../parsing/mail-parser.ts';
import type { MailReader, ReadMail } from './read-mail.ts';
import { isAddressProven, isUnproven, messageMailOfUnreadable } from './received-mail.ts';
import * as store from './received-store.ts';
import type { ReceivedMailRow } from './received-store.ts';
import { runKeyed, withinBytes } from '#platform/work-queue/run-keyed';
import { orderingKeys } from './ordering-keys.ts';
import { createLockedWorker } from '#platform/work-queue/index';
import { ResourceLimitError } from '#platform/process/threads';
import type { MailIngest } from './ingest-service.ts';

type Deps = Platform & {
  mailboxes: Mailboxes;
  tickets: Tickets;
  conversations: Conversations;
  reader: MailReader;
  ingest: MailIngest;
};

/** Mailboxes that are processed at the same time. */
const MAILBOXES = 2;
/** Mails per batch, and the limit of their total size. */
const AT_ONCE = 16;
const BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Mails that are put on tickets at the same time. */
const CONCURRENCY = 3;
/** Attempts after which a mail is put on a ticket as unreadable. */
const ATTEMPTS_MAX = 5;
/** Two attempts, because parsing may have been slow only because the machine was busy. */
const COSTLY_ATTEMPTS_MAX = 2;

/** Processes stored mails: each exactly once, and related ones in the order in which they arrived. */
export function createProcessing(deps: Deps) {
  const { db, clock, jobs, log, files, mailboxes, tickets, conversations, reader, ingest } = deps;

  /** Mails are parsed before anything is locked, and put on tickets afterwards. */
  const worker = createLockedWorker({ db, clock, log, jobs }, store.receivedMailQueue, {
    label: 'processing mail',
    concurrency: MAILBOXES,
    batch: AT_ONCE,
    select: (rows) => withinBytes(rows, BYTES_AT_ONCE),
    ready: (id) => mailboxes.row(db.q, id),
    prepare: readMail,
    run: (read, mailbox) =>
      runKeyed(read, {
        concurrency: CONCURRENCY,
        orderingKeys: ({ keys }) => keys,
        run: (one) => processOne(one, mailbox),
      }),
    discard: async (one, state) => {
      if (state === 'ignored' && 'mail' in one) await reader.forget(one.mail);
    },
  });

  type ReadRow = { row: ReceivedMailRow; keys: ReadonlySet<string> | null; mail: ReadMail } | Failed;
  type Failed = { row: ReceivedMailRow; keys: null; error: unknown };

  async function readMail(row: ReceivedMailRow, mailbox: MailboxRow): Promise<ReadRow> {
    try {
      const mail = await reader.read(row, mailbox);
      return { row, mail, keys: orderingKeys(mail, mailbox.address) };
    } catch (error) {
      return { row, error, keys: null };
    }
  }

  async function processOne(opened: ReadRow, mailbox: MailboxRow): Promise<void> {
    const { row } = opened;
    try {
      if ('error' in opened) throw opened.error;
      const work = { row, mailbox, mail: opened.mail };
      await db.transaction(async (tx) => store.updateMail(tx.q, row.id, await ingest.putOnTicket(tx, work)));
    } catch (error) {
      await putAside(row, mailbox, error);
    }
  }

  /** A mail that exceeds the limits of parsing twice is kept among the rejected ones, and parsed only on request. */
  async function leaveAside(row: ReceivedMailRow, mailbox: MailboxRow): Promise<void> {
    const head = await reader.head(row, mailbox).catch(() => null);
    await db.transaction(async (tx) => {
      await store.updateMail(tx.q, row.id, {
        state: 'ignored',
        reason: 'too_costly',
        ...(head && { sender: head.sender.address, sender_name: head.sender.name, subject: head.subject }),
      });
      tx.emit('ignored-mails-changed', { mailbox_id: mailbox.id }, ['mailboxes']);
    });
  }

  /** Schedules a retry after an error; after the last attempt the mail is put on a ticket unparsed, so that nothing is lost. */
  async function putAside(row: ReceivedMailRow, mailbox: MailboxRow, error: unknown): Promise<void> {
    const attempts = row.attempts + 1;
    const isUnreadable = error instanceof UnreadableMail;
    const isCostly = error instanceof ResourceLimitError;
    log.warn({ err: error, mail: row.id, attempts }, 'a mail could not be processed');
    if (isCostly && attempts >= COSTLY_ATTEMPTS_MAX) return leaveAside(row, mailbox);
    if (!isCostly && (isUnreadable || attempts >= ATTEMPTS_MAX)) {
      try {
        return await putOnTicket(row, mailbox, reasonOf(error));
      } catch (cause) {
        if (cause instanceof ResourceLimitError) return leaveAside(row, mailbox);
        log.error({ err: cause, mail: row.id }, 'a mail could not even be put on a ticket unread');
      }
    }
    const set = { reason: reasonOf(error) };
    await db.transaction((tx) => store.receivedMailQueue.scheduleRetry(tx, row, { now: clock.now(), set }));
  }

  /** Puts an unreadable mail on a ticket with its original, so that an agent can look at it. */
  async function putOnTicket(row: ReceivedMailRow, mailbox: MailboxRow, reason: string): Promise<void> {
    const head = await reader.head(row, mailbox);
    const upload = { name: 'original.eml', mime: 'message/rfc822', bytes: files.read(row.file_id) };
    const kept = { id: deterministicUuid('file', row.id, -1), mailId: row.id, upload };
    const original = await tickets.files.keepPart(kept, LIMITS.mailBytes * 2);
    await db.transaction(async (tx) => {
      await tickets.files.noteParts(tx.q, [original]);
      const unproven = isUnproven(head, mailbox);
      const isProven = isAddressProven(head);
      const written = {
        sender: head.sender,
        subject: head.subject,
        body: '',
        isUnproven: unproven,
        isProven,
      };
      const sender = await ingest.senderFor(tx, mailbox, written, null);
      const message = await conversations.receiveOnTicket(
        tx,
        sender,
        {
          body: '',
          clientKey: `mail-${row.id}-in`,
          files: { ids: [original.id], uploader: { mailId: row.id } },
          mail: {
            ...messageMailOfUnreadable(head.subject, sender, head.to),
            ...(unproven && { is_unproven: true }),
          },
        },
        null,
      );
      const { id: message_id, created_at, ticket_id } = message;
      await emailStore.insertEmail(tx.q, {
        message_id,
        created_at,
        ticket_id,
        mailbox_id: mailbox.id,
        mail_id: row.id,
        header_id: head.messageId,
        reference_ids: [],
        sender: sender.address,
        html_file_id: null,
        html: null,
        inline_files: {},
        is_unproven: unproven,
      });
      if (!unproven) await emailStore.addMailParticipants(tx.q, ticket_id, [sender.address]);
      await store.updateMail(tx.q, row.id, { state: 'failed', reason, sender: sender.address, ticket_id });
    });
  }

  return worker;
}

const reasonOf = (error: unknown): string => (error as Error).message.slice(0, 300);
