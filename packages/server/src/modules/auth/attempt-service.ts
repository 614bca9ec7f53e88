import { networkOf } from '#platform/http/address-limit';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { KnownBrowsers } from './known-browsers.ts';
import { failureCountersOf, lockedUntil, decayedFailures, type FailureCounter } from './lock-out.ts';
import * as store from './store.ts';

/** For how long after a sign-in an address counts as known for that user. */
const ADDRESS_KNOWN_FOR_MS = 30 * 86_400_000;

type Deps = Pick<Platform, 'db' | 'clock'> & { browsers: KnownBrowsers };
type Origin = { address: string; deviceCookie?: string | undefined };
type SignInAccount = { id: number; browsers_known_since: string } | undefined;

/** Limits password guesses, by who makes them. */
export type SignInAttempts = {
  /** The counters that this attempt adds to; see lock-out.ts. */
  scopesOf(username: string, user: SignInAccount, from: Origin): Promise<FailureCounter[]>;
  /** Counts an attempt. @throws AppError `locked_out` with the seconds until the next one */
  count(counted: readonly FailureCounter[]): Promise<void>;
  /** Counts a guess of the second factor. */
  countCode(userId: number): Promise<void>;
  resetCodeAttempts(userId: number): Promise<void>;
  /**
   * Resets the user's own counters. Counters shared with others only get this attempt back, or one's own account could reset
   * guesses at others.
   */
  succeeded(counted: readonly FailureCounter[]): Promise<void>;
};

/** See `SignInAttempts`. */
export function createSignInAttempts({ db, clock, browsers }: Deps): SignInAttempts {
  async function isKnownAddress(user: SignInAccount, network: string): Promise<boolean> {
    const lately = clock.now().getTime() - ADDRESS_KNOWN_FOR_MS;
    const since = new Date(Math.max(lately, user ? Date.parse(user.browsers_known_since) : 0));
    // Also done for unknown users, so that the response takes equally long.
    const addresses = await store.listAddresses(db.q, user?.id ?? 0, since);
    return addresses.some((address) => networkOf(address) === network);
  }

  const codesOf = (userId: number): FailureCounter => ({ scope: 'code', key: `code:${userId}`, isOwn: true });

  /** Counts before the check, so that parallel attempts get no more tries than sequential ones. */
  async function count(counted: readonly FailureCounter[]): Promise<void> {
    const now = clock.now();
    const until = await db.transaction(async (tx) => {
      for (const { scope, key } of counted) {
        const row = await store.lockFailures(tx.q, key, now);
        if (row.locked_until && new Date(row.locked_until) > now) return new Date(row.locked_until);
        const before = { failures: row.failures, since: new Date(row.last_failure_at) };
        const { failures, since } = decayedFailures(scope, before, now);
        await store.setFailures(tx.q, key, {
          failures: failures + 1,
          last_failure_at: since,
          locked_until: lockedUntil(scope, { failures: failures + 1, since }, now),
        });
      }
      return null;
    });
    if (until) throw lockedOut(until, now);
  }

  return {
    async scopesOf(username, user, { address, deviceCookie }) {
      const network = networkOf(address);
      const browser = user && browsers.idFor(deviceCookie, user.id, new Date(user.browsers_known_since));
      const isKnown = await isKnownAddress(user, network);
      return failureCountersOf({ username, network, browser, isKnownAddress: isKnown });
    },

    count,

    countCode: (userId) => count([codesOf(userId)]),
    resetCodeAttempts: (userId) => store.clearFailures(db.q, { own: [codesOf(userId).key], shared: [] }),

    async succeeded(counted) {
      const attemptKeys = (isOwn: boolean) =>
        counted.filter((one) => one.isOwn === isOwn).map(({ key }) => key);
      await store.clearFailures(db.q, { own: attemptKeys(true), shared: attemptKeys(false) });
    },
  };
}

function lockedOut(until: Date, now: Date): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return new AppError('locked_out', { retry_after_seconds: seconds });
}
