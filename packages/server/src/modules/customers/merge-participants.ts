import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { MergeParticipant } from './merge-service.ts';

/** The merge participant of a table with `id` and `customer_id`, and without other rows that depend on the customer. */
export function mergeParticipantOf(
  table: 'conversations' | 'livechat_visitors' | 'messaging_contacts' | 'calls',
): MergeParticipant {
  return {
    name: table,
    holders: (q, ids) => customersWithRows(q, table, ids),
    async move(tx, from, to) {
      const { rows } = await sql<{ id: number }>`
        update ${sql.table(table)} set customer_id = ${to} where customer_id = ${from} returning id`.execute(
        tx.q,
      );
      return rows.map(({ id }) => id);
    },
    async moveBack(tx, ids, { from, to }) {
      await sql`update ${sql.table(table)} set customer_id = ${to}
        where id = any(${ids}::bigint[]) and customer_id = ${from}`.execute(tx.q);
    },
  };
}

/** Those of these customers who have rows in a table. */
export async function customersWithRows(q: Query, table: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct customer_id as id from ${sql.table(table)}
    where customer_id = any(${ids}::bigint[])`.execute(q);
  return rows.map(({ id }) => id);
}
