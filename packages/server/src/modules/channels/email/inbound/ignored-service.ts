import { IGNORED_DAYS, type IgnoredMail } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { ResourceLimitError } from '#platform/process/threads';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import * as store from './ignored-store.ts';
import type { Mailboxes } from '../mailboxes/mailboxes-service.ts';
import type { MailReader } from './read-mail.ts';
import { receivedMailQueue, updateMail } from './received-store.ts';
import type { MailIngest } from './ingest-service.ts';
import type { MailContent } from './view-service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files'> & {
  settings: Settings;
  tickets: Tickets;
  mailboxes: Mailboxes;
  reader: Pick<MailReader, 'read'>;
  ingest: MailIngest;
};

const DAY_MS = 86_400_000;
const BATCH = 200;

/** Rejected mails, which are kept for `IGNORED_DAYS`. @throws AppError `not_found` for an unknown id */
export type IgnoredMails = {
  /** Newest first; `before` is the id where the previous page ended. */
  list(
    mailboxId: number,
    page: { before?: number | undefined; limit: number },
  ): Promise<{ data: IgnoredMail[]; has_more: boolean }>;
  /**
   * Puts the mail on the ticket where it belongs; the mailbox's blocked senders stay as they are. @throws AppError `conflict` for
   * a mail of our own, one that its server does not return, or one that can't be read
   */
  accept(viewer: Viewer, mailboxId: number, id: number): Promise<{ ticket_id: number; number: string }>;
  /** The original as a download, which no browser displays. */
  source(mailboxId: number, id: number): Promise<MailContent>;
};

/** Rejected mails: the list with reasons, and accepting one after all. Kept for a limited time. */
export function createIgnored(deps: Deps): IgnoredMails {
  const { db, clock, jobs, files, settings, tickets, mailboxes, reader, ingest } = deps;
  jobs.define('email:forget-ignored', async () => {
    const before = new Date(clock.now().getTime() - IGNORED_DAYS * DAY_MS);
    while (await forgetSome(before));
  });
  jobs.schedule('email:forget-ignored', '53 2 * * *', { catchUp: '1d' });

  /** Deletes files before rows, so that an interrupted run can be repeated. False when nothing is left. */
  const forgetSome = (before: Date): Promise<boolean> =>
    db.transaction(async (tx) => {
      const rows = await store.listIgnoredBefore(tx.q, before, BATCH);
      if (rows.length === 0) return false;
      for (const { file_id: id } of rows) await files.remove(id);
      await store.emptyIgnoredMails(
        tx.q,
        rows.map(({ id }) => id),
      );
      for (const mailbox_id of new Set(rows.map((row) => row.mailbox_id)))
        tx.emit('ignored-mails-changed', { mailbox_id }, ['mailboxes']);
      return true;
    });

  function demandTakable({ reason, file_id: fileId }: { reason: string; file_id: string }): void {
    if (reason === 'ours') throw new AppError('conflict', { reason: 'own_mail' });
    if (reason === 'not_given') throw new AppError('conflict', { reason: 'mail_not_given' });
    if (!files.has(fileId)) throw new AppError('not_found');
  }

  return {
    async list(mailboxId, { before, limit }) {
      found(await mailboxes.row(db.q, mailboxId));
      const rows = await store.listIgnored(db.q, { mailboxId, before, limit: limit + 1 });
      const data = rows
        .slice(0, limit)
        .map(({ sender: address, sender_name: name, ...row }) => ({ ...row, from: { name, address } }));
      return { data, has_more: rows.length > limit };
    },

    async accept(viewer, mailboxId, id) {
      const mailbox = found(await mailboxes.row(db.q, mailboxId));
      const wanted = found(await store.findIgnored(db.q, mailboxId, id));
      demandTakable(wanted);
      // Parsed before anything is locked, since it may take long.
      const mail = await reader.read(wanted, mailbox).catch((error: unknown) => {
        if (!(error instanceof ResourceLimitError)) throw error;
        throw new AppError('conflict', { reason: 'mail_reading_too_long' });
      });
      return db.transaction(async (tx) => {
        await receivedMailQueue.lockOwner(tx, mailboxId);
        const row = found(await store.lockIgnored(tx.q, mailboxId, id));
        const taken = await ingest.putOnTicket(tx, { row, mailbox, mail }, true);
        await updateMail(tx.q, id, taken);
        await settings.audit(tx.q, {
          viewer,
          action: 'mailbox.ignored-mail-taken',
          subject: `${mailboxId} ${id}`,
        });
        tx.emit('ignored-mails-changed', { mailbox_id: mailboxId }, ['mailboxes']);
        const ticket = found(await tickets.read(tx.q, taken.ticket_id ?? 0));
        return { ticket_id: ticket.id, number: ticket.number };
      });
    },

    async source(mailboxId, id) {
      const row = found(await store.findIgnored(db.q, mailboxId, id));
      if (!files.has(row.file_id)) throw new AppError('not_found');
      const headers = {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="mail-${id}.eml.txt"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      };
      return { headers, bytes: files.read(row.file_id) };
    },
  };
}
