import type { ErasedCounts } from '@trunkline/contract';
import type { RawBuilder } from 'kysely';
import type { Query } from '#platform/db';

/** The person who is erased, and how they can be found until then. */
export type PersonToErase = {
  /** Includes customers who were merged into them. */
  customerIds: readonly number[];
  /** Addresses and numbers in all spellings in which they are stored. */
  addresses: readonly string[];
};
export type ErasureResult = { counts?: ErasedCounts; files?: readonly string[] };

/** What a module stores of customers. Each step may run twice, and does not count what is erased already. */
export type ErasureParticipant = {
  /** Whether something is going on that prevents erasing them now, for example a call. */
  isBusy?: (q: Query, customerIds: readonly number[]) => Promise<boolean>;
  /** How much there is of each kind. */
  count?: (q: Query, customerIds: readonly number[]) => Promise<ErasedCounts>;
  /** Erases what refers to them, and copies of what they sent. Higher modules run first. */
  ofPerson?: (q: Query, person: PersonToErase) => Promise<ErasureResult>;
  /** Erases what refers to their tickets. */
  ofTickets?: (q: Query, ticketIds: readonly number[]) => Promise<ErasureResult>;
};

/** Runs a statement; returns how many rows it changed. */
export async function runCounting(q: Query, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(q)).numAffectedRows ?? 0);
}

/** Runs statements one after the other; returns how many rows they changed together. */
export async function runAllCounting(q: Query, statements: readonly RawBuilder<unknown>[]): Promise<number> {
  let all = 0;
  for (const statement of statements) all += await runCounting(q, statement);
  return all;
}

/** Patterns for `ilike any` that match texts with one of these addresses. */
export const patternsContaining = (addresses: readonly string[]): string[] =>
  addresses.filter((one) => one !== '').map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`);

export function sumCounts(a: ErasedCounts, b: ErasedCounts): ErasedCounts {
  const names = Object.keys({ ...a, ...b }) as (keyof ErasedCounts)[];
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}
