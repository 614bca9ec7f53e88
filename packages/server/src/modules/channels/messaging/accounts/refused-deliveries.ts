import type { Db } from '#platform/db';
import * as store from './account-store.ts';

/** Counts refused deliveries by account. */
export type RefusedDeliveryCounter = {
  count(id: number): void;
  /** The number of refusals that are not stored yet. */
  of(id: number): number;
  write(): Promise<void>;
};

/**
 * Counts refused deliveries by account, in memory, and writes them once a minute, so that forged deliveries by the thousand do
 * not each cost a write.
 */
export function createRefusedDeliveryCounter({ db }: { db: Pick<Db, 'q'> }): RefusedDeliveryCounter {
  const counts = new Map<number, number>();
  return {
    count: (id) => void counts.set(id, (counts.get(id) ?? 0) + 1),
    of: (id) => counts.get(id) ?? 0,
    async write() {
      const taken = [...counts];
      counts.clear();
      for (const [id, count] of taken) await store.addRefusedCount(db.q, id, count);
    },
  };
}
