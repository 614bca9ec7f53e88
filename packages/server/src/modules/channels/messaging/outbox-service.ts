import { setTimeout as sleep } from 'node:timers/promises';
import { writeMessagingFailure, type MessagingFault } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { createRunner } from '#platform/work-queue/runner';
import type { Again } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import type { AccountRow } from './account-store.ts';
import type { Accounts } from './accounts-service.ts';
import * as contacts from './contact-store.ts';
import * as deliveries from './delivery-store.ts';
import type { Facts } from './fact-service.ts';
import * as store from './outbox-store.ts';
import type { OutgoingRow } from './outbox-store.ts';
import type { OptOut } from './opt-out-service.ts';
import type { ProgressNoting } from './progress-service.ts';
import { takeTurn } from './pace-store.ts';
import { ProviderError, type OutgoingFile } from './provider.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices' | 'jobs'> & {
  accounts: Accounts;
  facts: Facts;
  progress: ProgressNoting;
  optOut: Pick<OptOut, 'refusedBy'>;
  tickets: Tickets;
  closing: AbortSignal;
};

/** So many messages are on their way at the same time, of one account and of all. */
const PER_OWNER = 4;
const CONCURRENCY = 16;
const TOLD_AT_ONCE = 100;
/** Longer than a provider is given to answer, upload and all. */
const LEASE_MS = 90_000;
/** Whoever is too fast for a provider is told when a message was put off more often than that. */
const MOST_HURRIED = 3;
/** In seconds; together about a day. */
const PAUSES = [5, 15, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 28_800];
/** Not this message is what is wrong, but the account or the way. */
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

/** A line tells these by itself, and when they are over. */
const OF_THE_LINE = new Set<MessagingFault>(['unreachable', 'login_refused', 'private_host']);

/** Sends what waits in the outbox, in each customer's order, no faster than the account may. */
export function createOutbox(deps: Deps) {
  const { db, clock, log, notices, jobs, accounts, facts, progress, optOut, tickets, closing } = deps;
  const limits = { concurrency: CONCURRENCY, perOwner: PER_OWNER };
  const runner = createRunner({ name: 'sending messages', run: sendAll, ...limits, log });
  jobs.define<{ account_id: number }>('messaging:send', ({ account_id: id }) =>
    Promise.resolve(runner.wake(id)),
  );

  async function sendAll(accountId: number, isStopped: () => boolean): Promise<void> {
    let hasMore = true;
    while (hasMore && !isStopped()) {
      // Looked at anew each time: it may be switched off, or have another token, in the middle.
      const row = await accounts.row(db.q, accountId);
      const isElsewhere = row && accounts.providerOf(row.provider).hasLine?.(accountId) === false;
      // Whoever has the line hears of it.
      if (isElsewhere) return notices.send('messaging-waits', { id: accountId });
      if (row?.is_active === false) return tellSwitchedOff(accountId);
      hasMore = row !== undefined && (await sendNext(row));
    }
  }

  /** It waits until the account is switched on again, and whoever looks at it reads so. */
  async function tellSwitchedOff(accountId: number): Promise<void> {
    for (let told = TOLD_AT_ONCE; told === TOLD_AT_ONCE;)
      told = await db.transaction(async (tx) => {
        const rows = await store.markSwitchedOff(tx.q, accountId, TOLD_AT_ONCE);
        const failure = writeMessagingFailure('switched_off', '');
        for (const { message_id: id, ticket_id, created_at } of rows)
          await tickets.setOutcome(tx, { id, ticket_id, created_at }, { state: 'queued', failure });
        return rows.length;
      });
  }

  /** False when nothing waits, or nothing can go now. */
  async function sendNext(account: AccountRow): Promise<boolean> {
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const row = await store.claim(db.q, account.id, { now, until });
    if (!row) return false;
    // While this one is on its way, another may go.
    runner.wake(account.id);
    await sleep(await takeTurn(db.q, account));
    try {
      const { providerId } = await send(account, row);
      await db.transaction((tx) => done(tx, row, { providerId, sentAt: now }));
      await noteWell(account);
    } catch (error) {
      // Cut off by closing: whoever goes on takes it for one that died with whoever had it.
      if (closing.aborted) return false;
      return putOff(account, row, asProviderError(error));
    }
    return true;
  }

  /** What had waited while nothing went out has its turn now, and not when it would have been tried again. */
  async function noteWell(account: AccountRow): Promise<void> {
    if (account.state === 'ok') return;
    await accounts.noteFault(account, null);
    if (account.state === 'failing') await refresh(account.id);
  }

  async function send(account: AccountRow, row: OutgoingRow): Promise<{ providerId: string }> {
    const { fileId } = row.content;
    const message = { ...row.content, mark: store.markOf(row), file: undefined as OutgoingFile | undefined };
    if (fileId !== null) message.file = await tickets.openFile(fileId);
    return accounts.providerOf(account.provider).send(accounts.reach(account), row.address, message);
  }

  async function done(
    tx: Tx,
    row: OutgoingRow,
    { providerId, sentAt }: { providerId: string; sentAt: Date },
  ): Promise<void> {
    const { message_id, created_at, ticket_id, part, address } = row;
    const named = { accountId: row.channel_account_id, providerId };
    const contact = await contacts.lockContact(tx.q, named.accountId, address);
    await store.setSent(tx.q, row.id);
    await deliveries.lockName(tx.q, named);
    const isNew = await deliveries.insertMessage(tx.q, named, {
      ...{ message_id, created_at, ticket_id, part, address },
      ...{ direction: 'out', sent_at: sentAt },
    });
    // Its states may have come before the answer to the sending: they have told already.
    if (!isNew) return;
    await facts.tell(tx, { ...row, direction: 'out', state: 'sent' }, { fault: null, said: '' });
    await facts.takeEarly(tx, named);
    if (contact) await progress.catchUp(tx, named, contact, sentAt);
  }

  /** Later again what passes; what is refused for good has failed, and says why. False where others would fare the same. */
  async function putOff(account: AccountRow, row: OutgoingRow, error: ProviderError): Promise<boolean> {
    const { fault, said, how } = error;
    const pause = how.passes ? PAUSES[row.attempts] : undefined;
    const state = pause === undefined ? 'failed' : 'queued';
    // What may have arrived is only sent again when its states have had time to tell.
    const leastMs = Math.max(how.unsure ? LEASE_MS : 0, how.pauseMs ?? 0);
    const ms = Math.max((pause ?? 0) * 1000, leastMs);
    const now = clock.now().getTime();
    const times = { next_try_at: new Date(now + ms), not_before: new Date(now + leastMs) };
    log.info({ err: error, state, message: row.message_id }, 'a message could not be sent');
    await db.transaction(async (tx) => {
      const runAt = await store.putOff(tx.q, row, { state, ...times, said });
      if (!runAt) return;
      const message = { id: row.message_id, ticket_id: row.ticket_id, created_at: row.created_at };
      await tickets.setOutcome(tx, message, { state, failure: failureOf(error) });
      if (state === 'queued') await tx.enqueue('messaging:send', { account_id: account.id }, { runAt });
    });
    if (how.isOptedOut) await optOut.refusedBy(account.id, row.address);
    if (isOfTheAccount(account, row, fault)) await accounts.noteFault(account, error);
    return !OF_THE_WAY.has(fault);
  }

  /** Whether it is how the account is doing, and nobody else tells. */
  function isOfTheAccount({ provider }: AccountRow, row: OutgoingRow, fault: MessagingFault): boolean {
    const hasOwnWord = accounts.providerOf(provider).hasLine !== undefined && OF_THE_LINE.has(fault);
    const isPassing = fault === 'too_many' && row.attempts < MOST_HURRIED;
    return OF_THE_WAY.has(fault) && !isPassing && !hasOwnWord;
  }

  /** An account was changed: what waits for its next attempt has it now. */
  async function refresh(accountId: number): Promise<void> {
    await store.hasten(db.q, accountId, clock.now());
    runner.wake(accountId);
  }

  notices.on('messaging-accounts', ({ id }: { id: number }) => {
    refresh(id).catch((error: unknown) => log.warn({ err: error }, 'messages wait for their time'));
  });

  return {
    refresh,
    wake: runner.wake,
    /** What a crash or a pause left: the clock sees to it. */
    async tend(): Promise<void> {
      for (const id of await store.listAccountsWithDue(db.q, clock.now())) runner.wake(id);
    },
    stop: runner.stop,

    /** Queues what of a message has failed. */
    async retry(tx: Tx, { ticketId, messageId }: Again): Promise<{ created_at: string } | undefined> {
      const row = await store.findOfMessage(tx.q, messageId);
      if (!row || !(await tickets.isOn(tx.q, ticketId, row.ticket_id))) return undefined;
      const again = await store.requeue(tx.q, messageId, clock.now());
      if (!again) throw new AppError('conflict', { message: 'This message has not failed.' });
      await tx.enqueue('messaging:send', { account_id: again.accountId });
      return { created_at: row.created_at };
    },
  };
}

/** What it may have taken without saying so is told as such: it may arrive twice. */
const failureOf = ({ fault, said, how }: ProviderError): string =>
  writeMessagingFailure(fault === 'unreachable' && how.unsure ? 'unanswered' : fault, said);

const asProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError
    ? error
    : new ProviderError('other', (error as Error).message, { passes: true, unsure: true });
