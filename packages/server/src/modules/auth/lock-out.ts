/** When too many sign-ins fail. Pure. */
/** An account from one address, an account from anywhere, an address with any account. */
export type Scope = 'pair' | 'user' | 'addr';

// One person mistypes; one address may be a whole company. An account from anywhere is counted generously: else anybody
// could lock out whoever they like.
const FREE_FAILURES: Record<Scope, number> = { pair: 5, user: 50, addr: 30 };
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = 60 * 60_000;
/** Failures older than this are forgotten. */
const FORGET_AFTER_MS = 24 * 60 * 60_000;
// Where hundreds sign in every day, the last failure is never old: one at a time is forgiven, or weeks of typing errors
// would add up until nobody there gets in.
const FORGIVE_EVERY_MS = 15 * 60_000;

type Failures = { failures: number; since: Date };

/** What is left of earlier failures, and from when on the time that forgives is counted. */
export function remembered(scope: Scope, { failures, since }: Failures, now: Date): Failures {
  const elapsed = now.getTime() - since.getTime();
  if (elapsed > FORGET_AFTER_MS) return { failures: 0, since: now };
  if (scope !== 'addr') return { failures, since: now };
  const forgiven = Math.floor(elapsed / FORGIVE_EVERY_MS);
  if (forgiven >= failures) return { failures: 0, since: now };
  return { failures: failures - forgiven, since: new Date(since.getTime() + forgiven * FORGIVE_EVERY_MS) };
}

/** Until when the next attempt is refused after this many failures in a row; null: try again at once. */
export function lockedUntil(scope: Scope, failures: number, now: Date): Date | null {
  const over = failures - FREE_FAILURES[scope];
  if (over < 0) return null;
  return new Date(now.getTime() + Math.min(FIRST_LOCK_MS * 2 ** over, LONGEST_LOCK_MS));
}
