import type { Db } from '#platform/db';
import * as store from './account-store.ts';

/** Deliveries that were refused, by account. */
export type Refusals = {
  count(id: number): void;
  /** Returns the refusals that are not stored yet. */
  of(id: number): number;
  write(): Promise<void>;
};

/**
 * Deliveries that were refused, by account. Counted in memory and written once a minute: whoever forges deliveries by the
 * thousand must not make the database work for each of them.
 */
export function createRefusals({ db }: { db: Pick<Db, 'q'> }): Refusals {
  const counts = new Map<number, number>();
  return {
    count: (id) => void counts.set(id, (counts.get(id) ?? 0) + 1),
    of: (id) => counts.get(id) ?? 0,
    async write() {
      const taken = [...counts];
      counts.clear();
      for (const [id, count] of taken) await store.addRefused(db.q, id, count);
    },
  };
}
