import { setTimeout as sleep } from 'node:timers/promises';
import { writeMessagingFailure, type MessagingFault } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { createLeasedWorker } from '#platform/work-queue/index';
import type { RetryRequest } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import * as contacts from '../inbound/contact-store.ts';
import * as deliveries from '../inbound/delivery-store.ts';
import type { MessageUpdates } from '../inbound/message-updates-service.ts';
import type { MessageRecords } from './message-records.ts';
import * as store from './outbox-store.ts';
import type { MessageOutboxRow } from './outbox-store.ts';
import type { OptOut } from '../inbound/opt-out-service.ts';
import type { DeliveryWatermark } from './delivery-watermark-service.ts';
import { reserveSendSlot } from './pace-store.ts';
import { ProviderError, type OutgoingFile } from '../providers/provider.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices' | 'jobs'> & {
  accounts: Accounts;
  updates: MessageUpdates;
  records: MessageRecords;
  watermark: DeliveryWatermark;
  optOut: Pick<OptOut, 'refusedBy'>;
  tickets: Tickets;
  closing: AbortSignal;
};

/** Messages that are sent at the same time, of one account and of all. */
const PER_OWNER = 4;
const CONCURRENCY = 16;
const TOLD_AT_ONCE = 100;
/** After so many postponements for sending too fast, the message says so. */
const MOST_HURRIED = 3;
/** Faults of the account or the connection, not of a single message. */
const OF_THE_WAY = new Set<MessagingFault>([
  'token_refused',
  'login_refused',
  'private_host',
  'not_permitted',
  'account_locked',
  'account_unknown',
  'unreachable',
  'provider_failed',
  'too_many',
]);

/** Faults that an SMPP connection reports itself. */
const OF_THE_LINE = new Set<MessagingFault>(['unreachable', 'login_refused', 'private_host']);

/** Sends what waits in the outbox, in each customer's order, no faster than the account may. */
export function createOutbox(deps: Deps) {
  const { db, clock, log, notices, jobs, accounts, updates, records, watermark, optOut, tickets, closing } =
    deps;
  const { messageOutboxQueue: queue } = store;
  const worker = createLeasedWorker({ db, clock, log, jobs }, queue, {
    label: 'sending messages',
    concurrency: CONCURRENCY,
    perOwner: PER_OWNER,
    ready,
    run: (row, account) => sendOne(account, row),
  });

  /** Reads the account for each message, since it can be deactivated or get another token at any time. */
  async function ready(accountId: number): Promise<AccountRow | undefined> {
    const row = await accounts.row(db.q, accountId);
    const isElsewhere = row && accounts.providerOf(row.provider).hasLine?.(accountId) === false;
    // Tells the process that has the connection.
    if (isElsewhere) notices.send('messaging-waits', { id: accountId });
    else if (row?.is_active === false) await tellSwitchedOff(accountId);
    return isElsewhere || !row?.is_active ? undefined : row;
  }

  /** Marks the waiting messages, so that agents see why they are not sent. */
  async function tellSwitchedOff(accountId: number): Promise<void> {
    for (let told = TOLD_AT_ONCE; told === TOLD_AT_ONCE;)
      told = await db.transaction(async (tx) => {
        const rows = await store.markAccountInactive(tx.q, accountId, TOLD_AT_ONCE);
        const failure = writeMessagingFailure('switched_off', '');
        for (const row of rows) await records.setOutcome(tx, row, { state: 'queued', failure });
        return rows.length;
      });
  }

  /** Returns false when nothing more of this account can be sent now. */
  async function sendOne(account: AccountRow, row: MessageOutboxRow): Promise<boolean> {
    const sentAt = clock.now();
    await sleep(await reserveSendSlot(db.q, account));
    try {
      const { providerId } = await send(account, row);
      await db.transaction((tx) => done(tx, row, { providerId, sentAt }));
      await noteWell(account);
    } catch (error) {
      // Aborted by shutdown: the lease expires, as after a crash.
      if (closing.aborted) return false;
      return noteFailure(account, row, asProviderError(error));
    }
    return true;
  }

  /** After an outage the waiting messages are sent at once, not at their next scheduled attempt. */
  async function noteWell(account: AccountRow): Promise<void> {
    if (account.state === 'ok') return;
    await accounts.noteFault(account, null);
    if (account.state === 'failing') await refresh(account.id);
  }

  async function send(account: AccountRow, row: MessageOutboxRow): Promise<{ providerId: string }> {
    const { fileId } = row.content;
    const message = {
      ...row.content,
      mark: store.callbackReferenceOf(row),
      file: undefined as OutgoingFile | undefined,
    };
    if (fileId !== null) message.file = await tickets.files.open(fileId);
    return accounts.providerOf(account.provider).send(accounts.credentials(account), row.address, message);
  }

  async function done(
    tx: Tx,
    row: MessageOutboxRow,
    { providerId, sentAt }: { providerId: string; sentAt: Date },
  ): Promise<void> {
    const { message_id, created_at, ticket_id, part, address } = row;
    const named = { accountId: row.channel_account_id, providerId };
    const contact = await contacts.lockContact(tx.q, named.accountId, address);
    await queue.finish(tx.q, row, { state: 'sent', said: '' });
    await deliveries.lockProviderMessageId(tx.q, named);
    const isNew = await deliveries.insertProviderMessage(tx.q, named, {
      message_id,
      created_at,
      ticket_id,
      part,
      address,
      direction: 'out',
      sent_at: sentAt,
    });
    // Its states may have arrived before the response to sending it; then they are applied already.
    if (!isNew) return;
    await updates.applyState(tx, { ...row, direction: 'out', state: 'sent' }, { fault: null, said: '' });
    await updates.applyPending(tx, named);
    if (contact) await watermark.catchUp(tx, named, contact, sentAt);
  }

  /** Schedules a retry, or fails the message for good. Returns false where other messages of the account would fail too. */
  async function noteFailure(
    account: AccountRow,
    row: MessageOutboxRow,
    error: ProviderError,
  ): Promise<boolean> {
    const { errorCode, providerMessage: said, details } = error;
    // A message that may have been delivered is only retried after its states had time to arrive.
    const leastMs = Math.max(details.maybeDelivered ? store.LEASE_MS : 0, details.pauseMs ?? 0);
    const failure = { now: clock.now(), isRetryable: details.isRetryable, leastMs, set: { said } };
    await db.transaction(async (tx) => {
      const outcome = await queue.scheduleRetry(tx, row, failure);
      log.info({ err: error, state: outcome?.state, message: row.message_id }, 'a message could not be sent');
      if (!outcome) return;
      await records.setOutcome(tx, row, { state: outcome.state, failure: failureOf(error) });
    });
    if (details.isOptedOut) await optOut.refusedBy(account.id, row.address);
    if (isOfTheAccount(account, row, errorCode)) await accounts.noteFault(account, error);
    return !OF_THE_WAY.has(errorCode);
  }

  /** Whether the fault is the account's health, and is not reported elsewhere. */
  function isOfTheAccount({ provider }: AccountRow, row: MessageOutboxRow, fault: MessagingFault): boolean {
    const hasOwnWord = accounts.providerOf(provider).hasLine !== undefined && OF_THE_LINE.has(fault);
    const isTransient = fault === 'too_many' && row.attempts < MOST_HURRIED;
    return OF_THE_WAY.has(fault) && !isTransient && !hasOwnWord;
  }

  /** After a change of the account, retries its waiting messages at once. */
  async function refresh(accountId: number): Promise<void> {
    await queue.retryNow(db.q, accountId, { now: clock.now() });
    worker.wake(accountId);
  }

  notices.on('messaging-accounts', ({ id }: { id: number }) => {
    refresh(id).catch((error: unknown) => log.warn({ err: error }, 'messages wait for their time'));
  });

  return {
    ...worker,
    refresh,

    /** Queues the failed parts of a message again. */
    async retry(tx: Tx, { ticketId, messageId }: RetryRequest): Promise<{ created_at: string } | undefined> {
      const row = await store.findOutboxMessage(tx.q, messageId);
      const message = row && (await tickets.timeline.findMessage(tx.q, messageId, row.created_at));
      if (!row || !message || !(await tickets.timeline.isOn(tx.q, ticketId, message.ticket_id)))
        return undefined;
      const again = { now: clock.now(), from: 'failed' as const, set: { said: '' } };
      const [first] = await queue.requeue(tx.q, ['message_id', messageId], again);
      if (!first) throw new AppError('conflict', { reason: 'message_not_failed' });
      await queue.enqueueWake(tx, first.channel_account_id);
      return { created_at: row.created_at };
    },
  };
}

/** The failure to show: `unanswered` where the message may have been delivered and could arrive twice. */
const failureOf = ({ errorCode, providerMessage, details }: ProviderError): string =>
  writeMessagingFailure(
    errorCode === 'unreachable' && details.maybeDelivered ? 'unanswered' : errorCode,
    providerMessage,
  );

const asProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError
    ? error
    : new ProviderError('other', (error as Error).message, { isRetryable: true, maybeDelivered: true });
