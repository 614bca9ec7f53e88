import { networkOf } from '#platform/http/address-limit';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { KnownBrowsers } from './known-browsers.ts';
import { countedBy, lockedUntil, remembered, type Counted } from './lock-out.ts';
import * as store from './store.ts';

/** How long an address stays known to somebody who signed in from it. */
const ADDRESS_KNOWN_FOR_MS = 30 * 86_400_000;

type Deps = Pick<Platform, 'db' | 'clock'> & { browsers: KnownBrowsers };
type From = { address: string; deviceCookie?: string | undefined };
type Account = { id: number; browsers_known_since: string } | undefined;

/** How often a password can be guessed, by who tries it. */
export type Attempts = {
  /** What this attempt counts against; see lock-out.ts. */
  countedBy(username: string, user: Account, from: From): Promise<Counted[]>;
  /** Refuses one too many: `locked_out`, with the seconds until the next. */
  count(counted: readonly Counted[]): Promise<void>;
  /** A guess of the second factor. */
  countCode(userId: number): Promise<void>;
  forgiveCodes(userId: number): Promise<void>;
  /** What one shares with others only gets the attempt back, or one own account would reset guessing others. */
  succeeded(counted: readonly Counted[]): Promise<void>;
};

/** Limits how often a password can be guessed, by who tries it. */
export function createAttempts({ db, clock, browsers }: Deps): Attempts {
  async function isKnownAddress(user: Account, network: string): Promise<boolean> {
    const lately = clock.now().getTime() - ADDRESS_KNOWN_FOR_MS;
    const since = new Date(Math.max(lately, user ? Date.parse(user.browsers_known_since) : 0));
    // Looked up for nobody too, so that the answer takes as long either way.
    const addresses = await store.listAddresses(db.q, user?.id ?? 0, since);
    return addresses.some((address) => networkOf(address) === network);
  }

  const codesOf = (userId: number): Counted => ({ scope: 'code', key: `code:${userId}`, isOwn: true });

  /** Counts the attempt before it is checked: many at once get no more tries than one after the other. */
  async function count(counted: readonly Counted[]): Promise<void> {
    const now = clock.now();
    const until = await db.transaction(async (tx) => {
      for (const { scope, key } of counted) {
        const row = await store.lockFailures(tx.q, key, now);
        if (row.locked_until && new Date(row.locked_until) > now) return new Date(row.locked_until);
        const before = { failures: row.failures, since: new Date(row.last_failure_at) };
        const { failures, since } = remembered(scope, before, now);
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
    async countedBy(username, user, { address, deviceCookie }) {
      const network = networkOf(address);
      const browser = user && browsers.idFor(deviceCookie, user.id, new Date(user.browsers_known_since));
      const isKnown = await isKnownAddress(user, network);
      return countedBy({ username, network, browser, isKnownAddress: isKnown });
    },

    count,

    countCode: (userId) => count([codesOf(userId)]),
    forgiveCodes: (userId) => store.clearFailures(db.q, { own: [codesOf(userId).key], shared: [] }),

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
