import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { createWorker } from '#platform/work-queue/index';
import type { Customers } from '#modules/customers';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import { cleanName } from './clean-event.ts';
import * as store from './contact-store.ts';
import type { ContactRow } from './contact-store.ts';
import { ProviderError } from '../providers/provider.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'> & { accounts: Accounts; customers: Customers };

/** Pauses between attempts in seconds. After the last one the address stays the name: many people hide their profile. */
const PAUSES = [10, 60, 600, 3600];
const LEASE_MS = 60_000;
/** How long a first message waits for the customer's name; after a time-out the next ones do not wait. */
const AT_ONCE_MS = 2000;
const VAIN_MS = 60_000;

/** Looks up the names of customers at providers that do not send them. */
export type ProfileLookup = {
  /** The name of a new customer; empty where it does not arrive in time, and is then looked up later. */
  nameOfNewCustomer(account: AccountRow, address: string): Promise<string>;
  /** Wakes the lookup for an account. */
  wake(accountId: number): void;
  /** Continues after a crash or a pause; a job calls it every minute. */
  recoverPending(): Promise<void>;
  stop(): Promise<void>;
};

/** Looks up the names of customers at providers that do not send them, in the background. */
export function createProfileLookup(deps: Deps): ProfileLookup {
  const { db, clock, log, accounts, customers } = deps;
  const work = { name: 'messaging:names', listOwnersDue: store.listAccountsWithLookups };
  const limits = { label: 'asking for names', concurrency: 2, perOwner: 1 };
  const worker = createWorker(deps, work, limits, async (accountId) => {
    const account = await accounts.row(db.q, accountId);
    return account?.is_active === true && askNext(account);
  });

  async function askNext(account: AccountRow): Promise<boolean> {
    const { profile } = accounts.providerOf(account.provider);
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const contact = profile && (await store.claimProfileLookup(db.q, account.id, { now, until }));
    if (!contact) return false;
    try {
      const { name } = await profile(accounts.credentials(account), contact.address);
      await rename(contact, cleanName(name));
      await store.setNextProfileLookup(db.q, contact.id, null);
    } catch (error) {
      await scheduleRetry(contact, error);
    }
    return true;
  }

  async function scheduleRetry({ id, asked }: ContactRow, error: unknown): Promise<void> {
    const isOver = error instanceof ProviderError && !error.details.isRetryable;
    // The customer was changed at the same moment; a retry succeeds.
    const isRace = error instanceof AppError && error.code === 'stale';
    const pause = isOver ? undefined : PAUSES[asked - 1];
    log.info({ err: error, contact: id }, 'a customer’s name could not be asked for');
    const ms = isRace ? 0 : (pause ?? 0) * 1000;
    await store.setNextProfileLookup(
      db.q,
      id,
      pause === undefined ? null : new Date(clock.now().getTime() + ms),
    );
  }

  /** Keeps a name that an agent has entered meanwhile. */
  async function rename({ id, address, customer_id: customerId }: ContactRow, name: string): Promise<void> {
    if (name === '') return;
    await store.setName(db.q, id, name);
    const { id: customer, name: known, version } = await customers.get(customerId);
    if (known === address) await customers.update(null, customer, { version, name });
  }

  const inVain = new Map<number, number>();

  async function nameOfNewCustomer(account: AccountRow, address: string): Promise<string> {
    const { profile } = accounts.providerOf(account.provider);
    const now = clock.now().getTime();
    if (!profile || now < (inVain.get(account.id) ?? 0)) return '';
    if (await store.findContact(db.q, account.id, address)) return '';
    const late = new AbortController();
    const noAnswer = sleep(AT_ONCE_MS, undefined, { signal: late.signal }).catch(() => undefined);
    try {
      const found = await Promise.race([profile(accounts.credentials(account), address), noAnswer]);
      if (found) return cleanName(found.name);
    } catch (error) {
      // Some customers hide their profile.
      if (error instanceof ProviderError && !error.details.isRetryable) return '';
    } finally {
      late.abort();
    }
    inVain.set(account.id, now + VAIN_MS);
    return '';
  }

  return {
    nameOfNewCustomer,
    wake: worker.wake,
    stop: worker.stop,
    recoverPending: worker.recoverPending,
  };
}
