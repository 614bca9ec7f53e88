import type { Ticket } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import { findTicket, lockTicket } from './store.ts';

/** The tickets whose entries are on one time line: itself, and those merged into it. */
export type MergedTickets = {
  ids: number[];
  /** No entry of these tickets is older, so earlier partitions need not be read. */
  since: string;
};

/** The ids of a ticket and of all that were merged into it, as a subquery. */
export const mergedTicketIdsSql = (id: number): RawBuilder<number> => sql<number>`(with recursive family as (
    select ${id}::bigint as id union all select t.id from tickets t join family f on t.merged_into = f.id)
  select id from family)`;

export async function mergedTicketsOf(q: Query, id: number): Promise<MergedTickets> {
  const { rows } = await sql<{
    id: number;
    since: string;
  }>`select t.id, coalesce(t.messages_since, t.created_at) as since
    from tickets t where t.id in ${mergedTicketIdsSql(id)} order by t.id`.execute(q);
  const since = rows.reduce((first, row) => (row.since < first ? row.since : first), rows[0]?.since ?? '');
  return { ids: rows.map((row) => row.id), since };
}

/** The ticket that this one was merged into; itself if it was not merged. */
export async function currentTicketId(q: Query, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`with recursive up as (
      select id, merged_into from tickets where id = ${id}
      union all select t.id, t.merged_into from up join tickets t on t.id = up.merged_into)
    select id from up where merged_into is null`.execute(q);
  return rows[0]?.id ?? id;
}

export async function findCurrentTicket(q: Query, id: number): Promise<Ticket | undefined> {
  const ticket = await findTicket(q, id);
  return ticket?.merged_into ? findTicket(q, await currentTicketId(q, id)) : ticket;
}

/**
 * Locks the ticket into which this one was merged, from the merged one upwards, as unmerging does: while the lower one is locked
 * it cannot be unmerged.
 */
export async function lockCurrentTicket(q: Query, id: number): Promise<Ticket | undefined> {
  let ticket = await lockTicket(q, id);
  while (ticket?.merged_into) ticket = await lockTicket(q, ticket.merged_into);
  return ticket;
}
