import type { Query } from '#platform/db';
import '../tables.ts';

/** Tickets whose snoozing is over, by id. */
export async function listDue(
  q: Query,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await q
    .selectFrom('tickets')
    .select('id')
    .where('snoozed_until', '<=', now.toISOString())
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns who snoozed the ticket last. */
export async function findSnoozer(q: Query, ticketId: number): Promise<number | null> {
  const row = await q
    .selectFrom('tickets')
    .select('snoozed_by')
    .where('id', '=', ticketId)
    .executeTakeFirst();
  return row?.snoozed_by ?? null;
}
