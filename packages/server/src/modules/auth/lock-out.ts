/** Rules for locking out after failed sign-ins. Pure. */

/** What failures are counted by. Each kind of caller only uses up its own budgets. */
export type LockOutScope =
  /** A browser in which this person has signed in before. */
  | 'browser'
  /** A user at an address at which they have signed in lately, and that address with any user. */
  | 'known_pair'
  | 'known_addr'
  /** Strangers: one account from one address, one account from anywhere, one address with any account. */
  | 'pair'
  | 'user'
  | 'addr'
  /** Codes of a user's second factor. Only who has the password gets there, so others cannot use them up. */
  | 'code';

type Limit = { free: number; longestLockMs: number };

const MINUTE_MS = 60_000;
const FIRST_LOCK_MS = 30_000;
/** After this time a known browser has its whole budget again. */
const BROWSER_WINDOW_MS = 15 * MINUTE_MS;

// One person mistypes; one address may be a whole company. Attempts at one account from anywhere are only slowed, never locked
// for long: otherwise anybody could lock out a user with a new device.
const LIMITS: Record<LockOutScope, Limit> = {
  browser: { free: 10, longestLockMs: BROWSER_WINDOW_MS },
  known_pair: { free: 15, longestLockMs: 15 * MINUTE_MS },
  known_addr: { free: 90, longestLockMs: 15 * MINUTE_MS },
  pair: { free: 5, longestLockMs: 60 * MINUTE_MS },
  user: { free: 50, longestLockMs: 2 * MINUTE_MS },
  addr: { free: 30, longestLockMs: 60 * MINUTE_MS },
  code: { free: 10, longestLockMs: 60 * MINUTE_MS },
};
/** Failures older than this are forgotten. */
const FORGET_AFTER_MS = 24 * 60 * MINUTE_MS;
// In a company where hundreds sign in every day, the last failure is always recent: so one failure at a time is forgiven, or
// weeks of typing errors would add up until nobody gets in.
const FORGIVE_EVERY_MS = 15 * MINUTE_MS;

type Failures = { failures: number; since: Date };

type Attempt = {
  username: string;
  network: string;
  /** The known browser of this user, if the attempt comes from one. */
  browser: string | undefined;
  isKnownAddress: boolean;
};

/** A counter of an attempt. `isOwn`: a success resets it; otherwise it only takes this attempt back. */
export type FailureCounter = { scope: LockOutScope; key: string; isOwn: boolean };

/** A known browser is only affected by its own failures, and strangers' failures only affect strangers. */
export function failureCountersOf({ username, network, browser, isKnownAddress }: Attempt): FailureCounter[] {
  const account = `user:${username.toLowerCase()}`;
  if (browser !== undefined) return [{ scope: 'browser', key: `browser:${browser}`, isOwn: true }];
  if (isKnownAddress)
    return [
      { scope: 'known_pair', key: `known:${account} ${network}`, isOwn: true },
      { scope: 'known_addr', key: `known-addr:${network}`, isOwn: false },
    ];
  return [
    { scope: 'pair', key: `${account} ${network}`, isOwn: true },
    { scope: 'user', key: account, isOwn: false },
    { scope: 'addr', key: `addr:${network}`, isOwn: false },
  ];
}

/** What remains of earlier failures, and from when the next forgiveness is counted. */
export function decayedFailures(scope: LockOutScope, { failures, since }: Failures, now: Date): Failures {
  const elapsed = now.getTime() - since.getTime();
  if (elapsed > (scope === 'browser' ? BROWSER_WINDOW_MS : FORGET_AFTER_MS))
    return { failures: 0, since: now };
  if (scope !== 'addr' && scope !== 'known_addr') return { failures, since };
  const forgiven = Math.floor(elapsed / FORGIVE_EVERY_MS);
  if (forgiven >= failures) return { failures: 0, since: now };
  return { failures: failures - forgiven, since: new Date(since.getTime() + forgiven * FORGIVE_EVERY_MS) };
}

/** Until when the next attempt is refused after these failures; null: not at all. */
export function lockedUntil(scope: LockOutScope, { failures, since }: Failures, now: Date): Date | null {
  const { free, longestLockMs } = LIMITS[scope];
  const over = failures - free;
  if (over < 0) return null;
  if (scope === 'browser') return new Date(since.getTime() + BROWSER_WINDOW_MS);
  return new Date(now.getTime() + Math.min(FIRST_LOCK_MS * 2 ** over, longestLockMs));
}
