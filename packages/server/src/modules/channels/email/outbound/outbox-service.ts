import { writeMailFailure, type MailAddress, type MailFault, type Message } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { RetryRequest } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import { faultOf, isRetryable, MailError } from '../mailboxes/faults.ts';
import * as emailStore from './email-store.ts';
import type { MailRecords } from './mail-records.ts';
import type { MailServerAccess } from '../mailboxes/mail-server-access.ts';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import type { Mailboxes } from '../mailboxes/mailboxes-service.ts';
import * as store from './outbox-store.ts';
import type { MailOutboxRow } from './outbox-store.ts';
import { createWorker, type Worker } from '#platform/work-queue/index';
import { demandSendable, unconfirmedAddresses } from '../compose/recipients.ts';
import { cidsIn } from '../parsing/clean-html.ts';
import type { MailServerSignIns } from '../mailboxes/sign-in.ts';
import { smtpConnection, type SmtpTransport } from '../mailboxes/smtp-connection.ts';
import { createSmtpConnectionPool, type SmtpConnections } from './kept-connections.ts';
import type { Recipients } from '../tables.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log' | 'notices'> & {
  mailboxes: Mailboxes;
  signIns: MailServerSignIns;
  serverAccess: Pick<MailServerAccess, 'reportableFault'>;
  records: MailRecords;
  tickets: Tickets;
};
/** The recipients reached so far, in lower case, and the refusal of the others. */
type SendResult = { reached: string[]; refusal: Refusal | null };
/** Why it was not sent, and whether a retry makes sense. */
type Refusal = { fault: MailFault; said: string; isRetryable: boolean };

/** Mailboxes that send at the same time. */
const MAILBOXES = 2;
/** Mails that are sent at the same time through one mailbox; servers limit it. */
const CONCURRENCY = 3;
/** Faults of the connection or the server, not of a single mail. */
const OF_THE_WAY = new Set<MailFault>([
  'host_not_found',
  'refused',
  'timeout',
  'tls',
  'certificate',
  'login_refused',
  'token_refused',
]);

/** Sends what waits in the outbox. */
export type MailOutbox = Worker & {
  /** Queues a mail again: the same mail, to the recipients it has not reached, or to others. */
  retry(tx: Tx, request: RetryRequest): Promise<{ created_at: string } | undefined>;
};

/** Sends the outbox. A row is locked while it is being sent, so that no other process sends it. */
export function createOutbox({
  db,
  clock,
  jobs,
  log,
  notices,
  mailboxes,
  signIns,
  serverAccess: reach,
  records,
  tickets,
}: Deps): MailOutbox {
  const limits = { label: 'sending mail', concurrency: MAILBOXES, perOwner: 1 };
  const connections = createSmtpConnectionPool(clock, open, (mailbox) =>
    signIns.forget(mailboxes.serversOf(mailbox).smtp.credentials),
  );
  const worker = createWorker({ db, clock, log, jobs }, store.mailOutboxQueue, limits, sendAll);

  /** Sends all due mails through the same connections. */
  async function sendAll(mailboxId: number, isStopped: () => boolean): Promise<boolean> {
    const mailbox = await mailboxes.row(db.q, mailboxId);
    if (!mailbox) return false;
    const way = await connections.take(mailbox);
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, () => sendSome(mailbox, way, isStopped)));
    } finally {
      connections.giveBack(mailboxId);
    }
    return false;
  }

  async function sendSome(
    mailbox: MailboxRow,
    way: SmtpConnections,
    isStopped: () => boolean,
  ): Promise<void> {
    while (!isStopped() && (await db.transaction((tx) => sendNext(tx, mailbox, way))));
    // Mails that were postponed because of settings which have changed since.
    if (await hasChanged(db.q, mailbox)) await refresh(mailbox.id);
  }

  /** After a change of the mailbox its waiting mails are tried at once. */
  async function refresh(mailboxId: number): Promise<void> {
    await store.mailOutboxQueue.retryNow(db.q, mailboxId, { now: clock.now() });
    worker.wake(mailboxId);
  }

  notices.on('mailboxes', ({ id }: { id: number }) => {
    refresh(id).catch((error: unknown) => log.warn({ err: error }, 'mail waits for its time'));
  });

  async function open(mailbox: MailboxRow): Promise<SmtpTransport> {
    const { smtp } = mailboxes.serversOf(mailbox);
    const storeToken = (token: string, instead: string) =>
      mailboxes.keepRefreshToken(mailbox.id, token, instead);
    return smtpConnection(smtp, await signIns.of(smtp.credentials, storeToken), CONCURRENCY);
  }

  /**
   * Returns false when nothing more can be sent now. A crash between the server's response and our commit sends the mail again,
   * with the same Message-ID.
   */
  async function sendNext(tx: Tx, mailbox: MailboxRow, way: SmtpConnections): Promise<boolean> {
    const row = await store.mailOutboxQueue.holdNext(tx, mailbox.id, clock.now());
    if (!row) return false;
    if (await hasChanged(tx.q, mailbox)) return false;
    let used: Promise<SmtpTransport> | undefined;
    try {
      if (!mailbox.is_active) throw new MailError('switched_off');
      used = way.transport();
      const { reached, refusal } = await send(tx, row, mailbox, used);
      if (refusal) await noteFailure(tx, { ...row, reached }, refusal);
      else {
        await store.mailOutboxQueue.finish(tx.q, row, { state: 'sent', said: '', reached });
        await records.setOutcome(tx, row, { state: 'sent', failure: null });
      }
    } catch (error) {
      const seen = faultOf(error);
      const { fault } = seen;
      if (fault === 'login_refused') way.forgetSignIn();
      if (used && OF_THE_WAY.has(fault)) {
        if (await way.failed(used)) return true;
        if (await hasChanged(tx.q, mailbox)) return false;
      }
      log.info({ err: error, fault, message: row.message_id }, 'a mail could not be sent');
      const told = await reach.reportableFault(mailboxes.serversOf(mailbox).smtp, seen);
      await noteFailure(tx, row, { ...told, isRetryable: isRetryable(error) });
      // The other mails would fail the same way; they are tried again within a minute.
      return !OF_THE_WAY.has(fault);
    }
    return true;
  }

  async function hasChanged(q: Query, mailbox: MailboxRow): Promise<boolean> {
    return settingsOf(await mailboxes.row(q, mailbox.id)) !== settingsOf(mailbox);
  }

  async function send(
    tx: Tx,
    row: MailOutboxRow,
    mailbox: MailboxRow,
    opening: Promise<SmtpTransport>,
  ): Promise<SendResult> {
    const missed = missedBy(row, row.recipients);
    // A retry goes only to recipients who are missing: the others have it.
    if (missed.length === 0) return { reached: row.reached, refusal: null };
    const transport = await opening;
    const message = await records.read(tx.q, row);
    const { shown, ids } = filesOf(message, row.html);
    const inline = new Set(shown);
    const attachments = await Promise.all(
      ids.map(async (id) => {
        const { name, mime, bytes } = await tickets.files.open(id);
        return { filename: name, contentType: mime, content: bytes(), ...(inline.has(id) && { cid: id }) };
      }),
    );
    const { to, cc } = row.recipients;
    const info = await transport.sendMail({
      from: message.mail?.from ?? mailbox.address,
      to,
      cc,
      subject: row.subject,
      text: row.text,
      html: row.html ?? undefined,
      attachments,
      date: new Date(row.created_at),
      messageId: `<${row.header_id}>`,
      ...(row.in_reply_to && { inReplyTo: `<${row.in_reply_to}>` }),
      references: row.reference_ids.map((id) => `<${id}>`),
      // Bcc recipients are in the envelope only; recipients already reached are in the headers only.
      envelope: { from: mailbox.address, to: missed },
      headers: {
        'X-Loop': mailbox.address,
        ...automaticHeaders(row, message),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const refused = new Set(info.rejected.map((one) => addressOf(one).toLowerCase()));
    const reached = [...row.reached, ...missed.map(lower).filter((one) => !refused.has(one))];
    return { reached, refusal: refusalOf(info.rejected, info.rejectedErrors) };
  }

  /** Schedules a retry for a temporary failure; a permanent one fails the mail for the recipients who are missing, with the reason. */
  async function noteFailure(
    tx: Tx,
    row: MailOutboxRow,
    { fault, said, isRetryable }: Refusal,
  ): Promise<void> {
    const { reached } = row;
    const outcome = await store.mailOutboxQueue.scheduleRetry(tx, row, {
      now: clock.now(),
      isRetryable,
      set: { said, reached },
      failedState: reached.length > 0 ? 'sent' : 'failed',
    });
    if (!outcome) return;
    const failure = writeMailFailure(fault, said);
    await records.setOutcome(tx, row, { state: outcome.state, failure });
  }

  /** Refuses unconfirmed Reply-To addresses: a retry does not confirm them, only a reply does. */
  async function demandKnown(q: Query, ticketId: number, recipients: Recipients): Promise<void> {
    demandSendable(recipients, await mailboxes.addresses());
    const asked = await emailStore.listUnanswered(q, await tickets.relations.mergedTicketIds(q, ticketId));
    const [address] = unconfirmedAddresses(recipients, asked);
    if (address !== undefined) throw new AppError('reply_unconfirmed', { address });
  }

  return {
    ...worker,

    async stop() {
      await worker.stop();
      await connections.stop();
    },

    async retry(tx, { ticketId, messageId, recipients }) {
      const row = await store.findOutgoing(tx.q, messageId);
      const message = row && (await tickets.timeline.findMessage(tx.q, messageId, row.created_at));
      if (!row || !message || !(await tickets.timeline.isOn(tx.q, ticketId, message.ticket_id)))
        return undefined;
      // Checked without a lock, because a mail that is being sent is locked by its sender.
      const isMissed = row.state !== 'queued' && missedBy(row, row.recipients).length > 0;
      const set = { said: '', ...(recipients && { recipients: JSON.stringify(recipients) }) };
      const again = isMissed
        ? await store.mailOutboxQueue.requeue(tx.q, ['message_id', messageId], { now: clock.now(), set })
        : [];
      if (again.length === 0) throw new AppError('conflict', { reason: 'mail_not_failed' });
      if (recipients) await demandKnown(tx.q, ticketId, recipients);
      if (recipients) await emailStore.addMailParticipants(tx.q, ticketId, store.addressesOf(recipients));
      await store.mailOutboxQueue.enqueueWake(tx, row.mailbox_id);
      return { created_at: row.created_at };
    },
  };
}

type SentMessage = Pick<Message, 'mail' | 'attachments'>;

/** Automatic and proactive mails are marked, so that other systems do not respond automatically. */
function automaticHeaders({ ticket_id: ticketId }: MailOutboxRow, { mail }: SentMessage) {
  if (ticketId !== null && !mail?.is_auto) return {};
  const kind = ticketId === null ? 'auto-generated' : 'auto-replied';
  return { 'Auto-Submitted': kind, 'X-Auto-Response-Suppress': 'All' };
}

/** The files of a mail, and those that its HTML shows inline; for a forwarded mail also the pictures of the original. */
function filesOf(
  { mail, attachments }: SentMessage,
  html: string | null,
): { ids: string[]; shown: string[] } {
  const own = attachments.map(({ id }) => id);
  if (!mail?.forwards) return { ids: own, shown: mail?.inline_file_ids ?? [] };
  const shown = [...cidsIn(html ?? '')];
  return { shown, ids: [...new Set([...own, ...mail.forwards.files.map(({ id }) => id), ...shown])] };
}

/** The recipients who are missing, as they were typed. */
function missedBy({ reached }: Pick<MailOutboxRow, 'reached'>, { to, cc, bcc }: Recipients): string[] {
  const gone = new Set(reached);
  return [...to, ...cc, ...bcc].map(addressOf).filter((address) => !gone.has(lower(address)));
}

const lower = (address: string): string => address.toLowerCase();
const addressOf = (one: string | MailAddress): string => (typeof one === 'string' ? one : one.address);

/** The settings that sending depends on. */
const settingsOf = (mailbox: MailboxRow | undefined): string =>
  JSON.stringify(mailbox && [mailbox.smtp, mailbox.address, mailbox.is_active]);

type Rejection = { recipient?: string; response?: string; responseCode?: number };

/** The refusals of the server, by address. */
function refusalOf(
  rejected: readonly (string | MailAddress)[],
  errors: readonly Rejection[] = [],
): Refusal | null {
  if (rejected.length === 0) return null;
  const said = rejected.map(addressOf).map((address) => {
    const why = errors.find(({ recipient }) => recipient === address)?.response ?? '';
    return `${address} ${why}`.trim();
  });
  return {
    fault: 'recipient_refused',
    said: said.join('; '),
    isRetryable: errors.some((one) => isRetryable(one)),
  };
}
