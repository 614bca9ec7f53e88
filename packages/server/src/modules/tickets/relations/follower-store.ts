import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

/** Copies the followers of one ticket to another. Returns the new ones. */
export async function copy(q: Query, from: number, into: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`insert into ticket_followers (ticket_id, user_id, since)
    select ${into}, user_id, ${now} from ticket_followers where ticket_id = ${from}
    on conflict do nothing returning user_id`.execute(q);
  return rows.map((row) => row.user_id);
}

/** False if they followed it already. */
export async function add(q: Query, ticketId: number, userId: number, now: Date): Promise<boolean> {
  const row = await q
    .insertInto('ticket_followers')
    .values({ ticket_id: ticketId, user_id: userId, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if they did not follow it. */
export async function remove(q: Query, ticketId: number, userId: number): Promise<boolean> {
  const row = await q
    .deleteFrom('ticket_followers')
    .where('ticket_id', '=', ticketId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function list(q: Query, ticketId: number): Promise<number[]> {
  const rows = await q
    .selectFrom('ticket_followers')
    .select('user_id')
    .where('ticket_id', '=', ticketId)
    .orderBy('since')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
