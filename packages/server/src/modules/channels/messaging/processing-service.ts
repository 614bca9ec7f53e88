import type { Platform } from '#platform/platform';
import { runKeyed } from '#platform/work-queue/run-keyed';
import { createRunner } from '#platform/work-queue/runner';
import { found } from '#platform/errors';
import type { AccountRow } from './account-store.ts';
import type { Accounts } from './accounts-service.ts';
import { cleanFact } from './clean-fact.ts';
import * as store from './delivery-store.ts';
import type { DeliveryRow } from './delivery-store.ts';
import type { Facts } from './fact-service.ts';
import type { Naming } from './naming-service.ts';
import type { OptOut } from './opt-out-service.ts';
import type { ProgressNoting } from './progress-service.ts';
import type { Fact } from './provider.ts';
import type { createTaking } from './take-service.ts';
import type { Templates } from './templates-service.ts';

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
type Work = { row: DeliveryRow; at: number; account: AccountRow; fact: Fact };
type Outcome = { taken: Set<number>; error?: unknown; note: string };

const AT_ONCE = 100;
const CONCURRENCY = 4;
/** In seconds. What has failed that often stays where it is, with the reason. */
const PAUSES = [1, 5, 30, 120, 600, 1800, 3600];
const KEPT_DAYS = 30;

/** Works off what providers have delivered: in order for each customer, several customers at a time. */
export function createProcessing(deps: Deps) {
  const { db, clock, log, jobs, notices, accounts, facts, progress, naming, taking, templates, optOut } =
    deps;
  const runner = createRunner({ name: 'processing deliveries', run: processAll, concurrency: 2, log });
  jobs.define<{ account_id: number }>('messaging:process', ({ account_id: id }) =>
    Promise.resolve(runner.wake(id)),
  );
  jobs.define('messaging:remove-old', () =>
    store.removeOld(db.q, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)),
  );
  jobs.schedule('messaging:remove-old', '47 2 * * *');
  // What came while an account was switched off is taken in when it is on again.
  notices.on('messaging-accounts', ({ id }: { id: number }) => runner.wake(id));

  async function processAll(accountId: number, isStopped: () => boolean): Promise<void> {
    while (!isStopped() && (await processSome(accountId)));
  }

  /**
   * False when nothing waits. What a delivery tells has transactions of its own; the one around them only holds the
   * account, so that another process waits until these are done.
   */
  async function processSome(accountId: number): Promise<boolean> {
    return db.transaction(async (tx) => {
      await store.lockAccount(tx.q, accountId);
      const account = await accounts.row(tx.q, accountId);
      if (!account?.is_active) return false;
      const rows = await store.listDue(tx.q, accountId, clock.now(), AT_ONCE);
      if (rows.length === 0) return false;
      const outcomes = new Map<number, Outcome>();
      for (const { id, taken } of rows) outcomes.set(id, { taken: new Set(taken), note: '' });
      const work = (
        await Promise.all(rows.map((row) => open(row, account, found(outcomes.get(row.id)))))
      ).flat();
      await runKeyed(work, {
        concurrency: CONCURRENCY,
        orderingKeys,
        run: async ({ row, at, ...one }) => {
          const outcome = found(outcomes.get(row.id));
          try {
            await apply(one);
            if (one.fact.type === 'notice') outcome.note = noteOf(outcome.note, cleanFact(one.fact));
            outcome.taken.add(at);
          } catch (error) {
            outcome.error = error;
          }
        },
      });
      for (const row of rows) await settle(row, found(outcomes.get(row.id)));
      return true;
    });
  }

  /** What of a delivery is still to be taken in. */
  async function open(row: DeliveryRow, account: AccountRow, outcome: Outcome): Promise<Work[]> {
    try {
      const work: Work[] = [];
      for (const [at, fact] of accounts
        .providerOf(account.provider)
        .read(row.body, account.address)
        .entries()) {
        if (outcome.taken.has(at)) continue;
        const whose = await accountOf(account, fact);
        if (whose?.is_active) {
          work.push({ row, at, account: whose, fact });
          continue;
        }
        if (whose) await keepFor(whose, row);
        else outcome.note = `for ${fact.account}, which is no account here`;
        outcome.taken.add(at);
      }
      return work;
    } catch (error) {
      outcome.error = error;
      return [];
    }
  }

  /** An account that is switched off has what is delivered for it by way of another when it is on again. */
  async function keepFor({ id: channel_account_id }: AccountRow, row: DeliveryRow): Promise<void> {
    const { body, digest, received_at } = row;
    await store.insertDelivery(db.q, {
      ...{ channel_account_id, body, digest },
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
    if (error === undefined) return store.updateDelivery(db.q, row.id, { state: 'done', reason: note });
    const pause = PAUSES[row.attempts];
    const attempts = row.attempts + 1;
    const taken = [...places];
    const reason = (error as Error).message.slice(0, 300);
    log.warn({ err: error, delivery: row.id, attempts }, 'a delivery could not be taken in');
    if (pause === undefined)
      return store.updateDelivery(db.q, row.id, { state: 'failed', reason, attempts, taken });
    const nextTryAt = new Date(clock.now().getTime() + pause * 1000);
    await store.updateDelivery(db.q, row.id, { reason, attempts, taken, next_try_at: nextTryAt });
    await db.transaction((tx) =>
      tx.enqueue('messaging:process', { account_id: row.channel_account_id }, { runAt: nextTryAt }),
    );
  }

  return {
    wake: runner.wake,
    stop: runner.stop,
    async recoverPending(): Promise<void> {
      for (const id of await store.listAccountsWithDue(db.q, clock.now())) runner.wake(id);
    },
  };
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
