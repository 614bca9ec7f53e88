import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { MergeListener } from '#modules/tickets';
import '../tables.ts';

const TABLES = ['calls', 'call_backs'] as const;
type Table = (typeof TABLES)[number];

/** Moves calls and call-backs to the ticket that theirs was merged into, and back when it is unmerged. */
export const moveCallsOnMerge: MergeListener = {
  async merged(tx, { from, into }) {
    for (const table of TABLES)
      await tx.q
        .updateTable(table)
        .set({ ticket_id: into.id, origin_ticket_id: sql`coalesce(origin_ticket_id, ticket_id)` })
        .where('ticket_id', '=', from.id)
        .execute();
  },

  async onUnmerge(tx, { ticket, mergedTickets }) {
    await moveBack(tx.q, 'call_backs', mergedTickets, ticket.id);
    return { calls: await moveBack(tx.q, 'calls', mergedTickets, ticket.id) };
  },
};

async function moveBack(
  q: Query,
  table: Table,
  mergedTickets: readonly number[],
  into: number,
): Promise<number[]> {
  const rows = await q
    .updateTable(table)
    .set({ ticket_id: into, origin_ticket_id: sql`nullif(origin_ticket_id, ${into})` })
    .where('origin_ticket_id', 'in', mergedTickets)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
