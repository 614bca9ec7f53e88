import type { Customer } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';

type Deps = Pick<Platform, 'db' | 'jobs'> & {
  /** Locks what shows a customer in other places. */
  before: (q: Query, id: number) => Promise<void>;
  emitCustomer: (tx: Tx, id: number) => Promise<Customer>;
};

const TASK = 'customers:tell-renamed';

/**
 * Tells whatever shows customers of their new names when many were changed at once. Tickets must be locked before customers, so
 * it is done afterwards, one customer per transaction. Doing it twice does no harm.
 */
export function createCustomerRenaming({ db, jobs, before, emitCustomer }: Deps) {
  jobs.define<{ ids: number[] }>(TASK, async ({ ids }) => {
    for (const id of ids)
      await db.transaction(async (tx) => {
        await before(tx.q, id);
        const { rows } = await sql`select from customers where id = ${id}`.execute(tx.q);
        if (rows.length > 0) await emitCustomer(tx, id);
      });
  });
  return {
    /** Enqueues those customers who have tickets, because others are shown nowhere by name. */
    async tellRenamed(tx: Tx, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      const { rows } = await sql<{ id: number }>`select id from customers
        where id = any(${ids}::bigint[]) and total_tickets > 0 order by id`.execute(tx.q);
      if (rows.length > 0) await tx.enqueue(TASK, { ids: rows.map(({ id }) => id) });
    },
  };
}
