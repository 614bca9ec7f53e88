import { DELIVERY_KEPT_DAYS } from '@trunkline/contract';
import { z } from 'zod';
import type { Tx } from '#platform/db';
import { onOneLine } from '#platform/foreign-text';
import type { Platform } from '#platform/platform';
import { runKeyed } from '#platform/work-queue/run-keyed';
import { createLockedWorker } from '#platform/work-queue/index';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import { cleanEvent } from './clean-event.ts';
import * as store from './delivery-store.ts';
import type { InboundDeliveryRow } from './delivery-store.ts';
import type { MessageUpdates } from './message-updates-service.ts';
import type { ProfileLookup } from './profile-lookup-service.ts';
import type { OptOut } from './opt-out-service.ts';
import type { DeliveryWatermark } from '../outbound/delivery-watermark-service.ts';
import type { ProviderEvent } from '../providers/provider.ts';
import type { EventIngest } from './ingest-service.ts';
import type { Templates } from '../templates/templates-service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'notices'> & {
  accounts: Accounts;
  updates: MessageUpdates;
  watermark: DeliveryWatermark;
  profileLookup: Pick<ProfileLookup, 'nameOfNewCustomer'>;
  ingest: EventIngest;
  templates: Pick<Templates, 'applyUpdate'>;
  optOut: Pick<OptOut, 'refusedBy'>;
};
/** An event of a delivery, with its index there. Each is applied once, in a transaction of its own. */
type Work = { outcome: Outcome; at: number; account: AccountRow; event: ProviderEvent };
type ReadDelivery = { row: InboundDeliveryRow; outcome: Outcome; work: Work[] };
type Outcome = { taken: Set<number>; error?: unknown; note: string };

/** Deliveries of an account that are read in one batch, and accounts at the same time. */
const BATCH = 100;
const ACCOUNTS = 2;
/** Events that are applied at the same time. */
const CONCURRENCY = 4;

/** Processes stored deliveries: in order for each customer, several customers at a time. */
export function createProcessing(deps: Deps) {
  const {
    db,
    clock,
    log,
    jobs,
    notices,
    accounts,
    updates,
    watermark,
    profileLookup,
    ingest,
    templates,
    optOut,
  } = deps;
  const worker = createLockedWorker({ db, clock, log, jobs }, store.inboundDeliveryQueue, {
    label: 'processing deliveries',
    concurrency: ACCOUNTS,
    batch: BATCH,
    ready: async (id) => {
      const account = await accounts.row(db.q, id);
      return account?.is_active ? account : undefined;
    },
    prepare: readDelivery,
    run: applyEvents,
  });
  jobs.define('messaging:remove-old', () =>
    store.removeOld(db.q, new Date(clock.now().getTime() - DELIVERY_KEPT_DAYS * 86_400_000)),
  );
  jobs.schedule('messaging:remove-old', '47 2 * * *');
  // Deliveries that arrived while an account was inactive are processed once it is active again.
  notices.on('messaging-accounts', ({ id }: { id: number }) => worker.wake(id));

  /** Applies the events of these deliveries, each in a transaction of its own. */
  async function applyEvents(opened: readonly ReadDelivery[]): Promise<void> {
    await runKeyed(
      opened.flatMap(({ work }) => work),
      {
        concurrency: CONCURRENCY,
        orderingKeys,
        run: async ({ outcome, at, ...one }) => {
          try {
            await apply(one);
            if (one.event.type === 'notice' && one.event.isMessage) throw new Error(one.event.named);
            if (one.event.type === 'notice') outcome.note = appendNote(outcome.note, cleanEvent(one.event));
            outcome.taken.add(at);
          } catch (error) {
            outcome.error = error;
          }
        },
      },
    );
    for (const { row, outcome } of opened) await finishDelivery(row, outcome);
  }

  /** Parses a delivery and returns the events that were not applied yet. */
  async function readDelivery(row: InboundDeliveryRow, account: AccountRow): Promise<ReadDelivery> {
    const outcome: Outcome = { taken: new Set(row.taken), note: '' };
    const work: Work[] = [];
    try {
      for (const [at, event] of accounts
        .providerOf(account.provider)
        .read(row.body, account.address)
        .entries()) {
        if (outcome.taken.has(at)) continue;
        const whose = await accountOf(account, event);
        if (whose?.is_active) {
          work.push({ outcome, at, account: whose, event });
          continue;
        }
        if (whose) await keepFor(whose, row);
        else outcome.note = `for ${event.account}, which is no account here`;
        outcome.taken.add(at);
      }
      return { row, outcome, work };
    } catch (error) {
      return { row, outcome: { ...outcome, error }, work: [] };
    }
  }

  /** Stores a copy of a delivery for an inactive account that it also concerns, to be processed once it is active. */
  async function keepFor({ id: channel_account_id }: AccountRow, row: InboundDeliveryRow): Promise<void> {
    const { body, digest, received_at } = row;
    await store.insertDelivery(db.q, {
      channel_account_id,
      body,
      digest,
      received_at: new Date(received_at),
    });
  }

  /** The account that an event is for: the receiving one, or another with the same app secret. */
  async function accountOf(account: AccountRow, event: ProviderEvent): Promise<AccountRow | undefined> {
    if (event.type === 'template') return event.account === account.business_id ? account : undefined;
    // A notice belongs to the account that received it.
    if (event.type === 'notice') return account;
    if (event.account === account.address) return account;
    const other = await accounts.byAddress(db.q, account.provider, event.account);
    const { appSecret } = accounts.credentials(account);
    const isOfSameApp = other && appSecret !== '' && accounts.credentials(other).appSecret === appSecret;
    return isOfSameApp ? other : undefined;
  }

  async function apply({ account, event: given }: Pick<Work, 'account' | 'event'>): Promise<void> {
    const event = await named(account, cleanEvent(given));
    const { providerId } = event;
    await db.transaction((tx) => {
      if (event.type === 'message') return ingest.ingest(tx, account, event);
      if (event.type === 'echo') return ingest.ingestEcho(tx, account, event);
      if (event.type === 'template') return templates.applyUpdate(tx, account, event);
      if (event.type === 'progress') return watermark.apply(tx, account.id, event);
      if (event.type === 'notice') return accounts.applyAccountNotice(tx, account, event);
      return updates.apply(tx, { accountId: account.id, providerId }, event);
    });
    if (event.type === 'status' && event.optedOut) await optOut.refusedBy(account.id, event.optedOut);
  }

  async function named(account: AccountRow, event: ProviderEvent): Promise<ProviderEvent> {
    if (event.type !== 'message' || event.from.name !== '') return event;
    const name = await profileLookup.nameOfNewCustomer(account, event.from.address);
    return { ...event, from: { ...event.from, name } };
  }

  /** Marks a delivery as done, or schedules a retry; after the last attempt it is kept with the reason. */
  async function finishDelivery(
    row: InboundDeliveryRow,
    { error, note, taken: places }: Outcome,
  ): Promise<void> {
    const { channel_account_id: accountId } = row;
    if (error === undefined) {
      await store.inboundDeliveryQueue.finish(db.q, row, { state: 'done', reason: note });
      if (row.attempts > 0) await db.transaction((tx) => tellIfUnprocessed(tx, accountId, 0));
      return;
    }
    const set = { taken: [...places], reason: reasonOf(error) };
    log.warn(
      { err: error, delivery: row.id, attempts: row.attempts + 1 },
      'a delivery could not be taken in',
    );
    await db.transaction(async (tx) => {
      await store.inboundDeliveryQueue.scheduleRetry(tx, row, { now: clock.now(), set });
      await tellIfUnprocessed(tx, accountId, 1);
    });
  }

  /** Tells pages of the first unprocessed delivery of an account, and when there is none any more. */
  async function tellIfUnprocessed(tx: Tx, accountId: number, count: number): Promise<void> {
    if ((await store.countUnprocessed(tx.q, accountId)) === count)
      await accounts.announceHealth(tx, accountId);
  }

  return worker;
}

/** The reason in one line; for an invalid delivery, each problem with its path. */
const reasonOf = (error: unknown): string =>
  onOneLine(
    error instanceof z.ZodError
      ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
      : (error as Error).message,
    300,
  );

/** Adds the name of an event that is shown nowhere to the delivery's note. */
const appendNote = (before: string, notice: ProviderEvent): string =>
  [before, notice.type === 'notice' ? `not for a ticket: ${notice.named}` : ''].filter(Boolean).join('; ');

/** Events of one message or one customer are applied in order. */
function orderingKeys({ event }: Pick<Work, 'event'>): Set<string> {
  if (event.type === 'message') return new Set([event.providerId, event.from.address]);
  if (event.type === 'echo') return new Set([event.providerId, event.to]);
  if (event.type === 'notice') return new Set(['notice']);
  return new Set([event.type === 'progress' ? event.of : event.providerId]);
}
