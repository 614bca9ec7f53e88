import type { ErasedCounts } from '@trunkline/contract';
import type { RawBuilder } from 'kysely';
import type { Query } from '#platform/db';

/** The person who is erased: by which they are known, as long as it is. */
export type ErasedPerson = {
  /** Whoever was merged into them is they, too. */
  customerIds: readonly number[];
  /** Addresses and numbers in every spelling by which they are kept. */
  addresses: readonly string[];
};
export type Erased = { counts?: ErasedCounts; files?: readonly string[] };

/** What a module keeps of customers. Each step may run twice: what is gone by then counts for nothing. */
export type Erasable = {
  /** Whether something of theirs goes on in this moment, so that they can't be erased now. */
  isBusy?: (q: Query, customerIds: readonly number[]) => Promise<boolean>;
  /** How much there is. */
  count?: (q: Query, customerIds: readonly number[]) => Promise<ErasedCounts>;
  /** What hangs on them, and copies of what they sent. Higher modules first. */
  ofPerson?: (q: Query, person: ErasedPerson) => Promise<Erased>;
  /** What hangs on tickets of theirs. */
  ofTickets?: (q: Query, ticketIds: readonly number[]) => Promise<Erased>;
};

/** Runs a statement; says how many rows it changed. */
export async function changedBy(q: Query, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(q)).numAffectedRows ?? 0);
}

/** Runs statements one after the other; says how many rows they changed together. */
export async function changedByAll(q: Query, statements: readonly RawBuilder<unknown>[]): Promise<number> {
  let all = 0;
  for (const statement of statements) all += await changedBy(q, statement);
  return all;
}

/** For `ilike any`: texts that hold one of these addresses. */
export const holding = (addresses: readonly string[]): string[] =>
  addresses.filter((one) => one !== '').map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`);

export function added(a: ErasedCounts, b: ErasedCounts): ErasedCounts {
  const names = Object.keys({ ...a, ...b }) as (keyof ErasedCounts)[];
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}
