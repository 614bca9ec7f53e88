import type { Platform } from '#platform/platform';
import { runKeyed } from '#platform/work-queue/run-keyed';
import { createLockedWorker } from '#platform/work-queue/index';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import { cleanFact } from './clean-event.ts';
import * as store from './delivery-store.ts';
import type { DeliveryRow } from './delivery-store.ts';
import type { Facts } from './message-updates-service.ts';
import type { Naming } from './profile-lookup-service.ts';
import type { OptOut } from './opt-out-service.ts';
import type { ProgressNoting } from '../outbound/delivery-watermark-service.ts';
import type { Fact } from '../providers/provider.ts';
import type { createTaking } from './ingest-service.ts';
import type { Templates } from '../templates/templates-service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'notices'> & {
  accounts: Accounts;
  facts: Facts;
  progress: ProgressNoting;
  naming: Pick<Naming, 'nameAtOnce'>;
  taking: ReturnType<typeof createTaking>;
  templates: Pick<Templates, 'take'>;
  optOut: Pick<OptOut, 'refusedBy'>;
};
/** One thing that a delivery tells, by its place there. Each is taken in on its own, and once. */
type Work = { outcome: Outcome; at: number; account: AccountRow; fact: Fact };
type Opened = { row: DeliveryRow; outcome: Outcome; work: Work[] };
type Outcome = { taken: Set<number>; error?: unknown; note: string };

/** So many deliveries of an account are read together, of so many accounts at the same time. */
const BATCH = 100;
const ACCOUNTS = 2;
/** So many of the things that they tell are taken in at the same time. */
const CONCURRENCY = 4;
const KEPT_DAYS = 30;

/** Works off what providers have delivered: in order for each customer, several customers at a time. */
export function createProcessing(deps: Deps) {
  const { db, clock, log, jobs, notices, accounts, facts, progress, naming, taking, templates, optOut } =
    deps;
  const worker = createLockedWorker({ db, clock, log, jobs }, store.queue, {
    label: 'processing deliveries',
    concurrency: ACCOUNTS,
    batch: BATCH,
    ready: async (id) => {
      const account = await accounts.row(db.q, id);
      return account?.is_active ? account : undefined;
    },
    prepare: open,
    run: takeIn,
  });
  jobs.define('messaging:remove-old', () =>
    store.removeOld(db.q, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)),
  );
  jobs.schedule('messaging:remove-old', '47 2 * * *');
  // What came while an account was switched off is taken in when it is on again.
  notices.on('messaging-accounts', ({ id }: { id: number }) => worker.wake(id));

  /** What a delivery tells has transactions of its own. */
  async function takeIn(opened: readonly Opened[]): Promise<void> {
    await runKeyed(
      opened.flatMap(({ work }) => work),
      {
        concurrency: CONCURRENCY,
        orderingKeys,
        run: async ({ outcome, at, ...one }) => {
          try {
            await apply(one);
            if (one.fact.type === 'notice') outcome.note = noteOf(outcome.note, cleanFact(one.fact));
            outcome.taken.add(at);
          } catch (error) {
            outcome.error = error;
          }
        },
      },
    );
    for (const { row, outcome } of opened) await settle(row, outcome);
  }

  /** What of a delivery is still to be taken in. */
  async function open(row: DeliveryRow, account: AccountRow): Promise<Opened> {
    const outcome: Outcome = { taken: new Set(row.taken), note: '' };
    const work: Work[] = [];
    try {
      for (const [at, fact] of accounts
        .providerOf(account.provider)
        .read(row.body, account.address)
        .entries()) {
        if (outcome.taken.has(at)) continue;
        const whose = await accountOf(account, fact);
        if (whose?.is_active) {
          work.push({ outcome, at, account: whose, fact });
          continue;
        }
        if (whose) await keepFor(whose, row);
        else outcome.note = `for ${fact.account}, which is no account here`;
        outcome.taken.add(at);
      }
      return { row, outcome, work };
    } catch (error) {
      return { row, outcome: { ...outcome, error }, work: [] };
    }
  }

  /** An account that is switched off has what is delivered for it by way of another when it is on again. */
  async function keepFor({ id: channel_account_id }: AccountRow, row: DeliveryRow): Promise<void> {
    const { body, digest, received_at } = row;
    await store.insertDelivery(db.q, {
      channel_account_id,
      body,
      digest,
      received_at: new Date(received_at),
    });
  }

  /** One app may deliver for several accounts: for those that have its secret, and for no others. */
  async function accountOf(account: AccountRow, fact: Fact): Promise<AccountRow | undefined> {
    if (fact.type === 'template') return fact.account === account.business_id ? account : undefined;
    // What is told of nobody is kept with whom it was brought to.
    if (fact.type === 'notice') return account;
    if (fact.account === account.address) return account;
    const other = await accounts.byAddress(db.q, account.provider, fact.account);
    const { appSecret } = accounts.reach(account);
    const isOfSameApp = other && appSecret !== '' && accounts.reach(other).appSecret === appSecret;
    return isOfSameApp ? other : undefined;
  }

  async function apply({ account, fact: given }: Pick<Work, 'account' | 'fact'>): Promise<void> {
    const fact = await named(account, cleanFact(given));
    const { providerId } = fact;
    await db.transaction((tx) => {
      if (fact.type === 'message') return taking.take(tx, account, fact);
      if (fact.type === 'echo') return taking.takeEcho(tx, account, fact);
      if (fact.type === 'template') return templates.take(tx, account, fact);
      if (fact.type === 'progress') return progress.take(tx, account.id, fact);
      if (fact.type === 'notice') return accounts.noteNews(tx, account, fact);
      return facts.take(tx, { accountId: account.id, providerId }, fact);
    });
    if (fact.type === 'status' && fact.optedOut) await optOut.refusedBy(account.id, fact.optedOut);
  }

  async function named(account: AccountRow, fact: Fact): Promise<Fact> {
    if (fact.type !== 'message' || fact.from.name !== '') return fact;
    const name = await naming.nameAtOnce(account, fact.from.address);
    return { ...fact, from: { ...fact.from, name } };
  }

  /** What could not be taken in is tried again, and in the end kept with the reason. */
  async function settle(row: DeliveryRow, { error, note, taken: places }: Outcome): Promise<void> {
    if (error === undefined) {
      await store.queue.finish(db.q, row, { state: 'done', reason: note });
      return;
    }
    const set = { taken: [...places], reason: (error as Error).message.slice(0, 300) };
    log.warn(
      { err: error, delivery: row.id, attempts: row.attempts + 1 },
      'a delivery could not be taken in',
    );
    await db.transaction((tx) => store.queue.scheduleRetry(tx, row, { now: clock.now(), set }));
  }

  return worker;
}

/** What a delivery tells that is shown nowhere stays with it, under its name. */
const noteOf = (before: string, notice: Fact): string =>
  [before, notice.type === 'notice' ? `not for a ticket: ${notice.named}` : ''].filter(Boolean).join('; ');

/** What is told of a message follows that message, and not only its sender's others. */
function orderingKeys({ fact }: Pick<Work, 'fact'>): Set<string> {
  if (fact.type === 'message') return new Set([fact.providerId, fact.from.address]);
  if (fact.type === 'echo') return new Set([fact.providerId, fact.to]);
  if (fact.type === 'notice') return new Set(['notice']);
  return new Set([fact.type === 'progress' ? fact.of : fact.providerId]);
}
