/** When too many sign-ins fail. Pure. */
/** An account from one address, an account from anywhere, an address with any account. */
export type Scope = 'pair' | 'user' | 'addr';

// One person mistypes; one address may be a whole company. An account from anywhere is counted generously: else anybody
// could lock out whoever they like.
const FREE_FAILURES: Record<Scope, number> = { pair: 5, user: 50, addr: 30 };
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = 60 * 60_000;
/** Failures older than this are forgotten. */
export const FORGET_AFTER_MS = 24 * 60 * 60_000;

/** Until when the next attempt is refused after this many failures in a row; null: try again at once. */
export function lockedUntil(scope: Scope, failures: number, now: Date): Date | null {
  const over = failures - FREE_FAILURES[scope];
  if (over < 0) return null;
  return new Date(now.getTime() + Math.min(FIRST_LOCK_MS * 2 ** over, LONGEST_LOCK_MS));
}
