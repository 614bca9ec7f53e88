import type { LinkKind, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';
import './tables.ts';

type Link = { ticketId: number; otherId: number; kind: LinkKind };

/** The form in which a link is stored: the parent before the child, and of related tickets the lower id first. */
function rowOf({ ticketId, otherId, kind }: Link) {
  const swaps = kind === 'parent' || (kind === 'related' && otherId < ticketId);
  const [ticket_id, other_id] = swaps ? [otherId, ticketId] : [ticketId, otherId];
  return { ticket_id, other_id, kind: kind === 'related' ? ('related' as const) : ('parent' as const) };
}

/** Links the tickets in this way, replacing an earlier link. */
export async function put(
  q: Query,
  { userId, now, ...link }: Link & { userId: number; now: Date },
): Promise<void> {
  await remove(q, link.ticketId, link.otherId);
  await q
    .insertInto('ticket_links')
    .values({ ...rowOf(link), created_by: userId, created_at: now })
    .execute();
}

/** False if they were not linked. */
export async function remove(q: Query, ticketId: number, otherId: number): Promise<boolean> {
  const rows = await q
    .deleteFrom('ticket_links')
    .where(({ eb, or, and }) =>
      or([
        and([eb('ticket_id', '=', ticketId), eb('other_id', '=', otherId)]),
        and([eb('ticket_id', '=', otherId), eb('other_id', '=', ticketId)]),
      ]),
    )
    .returning('ticket_id')
    .execute();
  return rows.length > 0;
}

export type LinkedTicket = Pick<
  Ticket,
  'id' | 'number' | 'subject' | 'status' | 'department_id' | 'assignee_id'
> & { kind: LinkKind };

/** Linked tickets: the parent first, then the children, then others. */
export async function list(q: Query, ticketId: number): Promise<LinkedTicket[]> {
  const { rows } = await sql<LinkedTicket>`
    select t.id, t.number, t.subject, t.status, t.department_id, t.assignee_id,
      case when l.kind = 'related' then 'related' when l.ticket_id = ${ticketId} then 'child' else 'parent' end as kind
    from ticket_links l
    join tickets t on t.id = case when l.ticket_id = ${ticketId} then l.other_id else l.ticket_id end
    where l.ticket_id = ${ticketId} or l.other_id = ${ticketId}
    order by case when l.kind = 'related' then 2 when l.ticket_id = ${ticketId} then 1 else 0 end, t.id`.execute(
    q,
  );
  return rows;
}

/** Whether one ticket is above the other, directly or indirectly. */
export async function isAncestor(q: Query, upper: number, lower: number): Promise<boolean> {
  const { rows } = await sql`with recursive up as (
      select ticket_id from ticket_links where other_id = ${lower} and kind = 'parent'
      union select l.ticket_id from up join ticket_links l on l.other_id = up.ticket_id and l.kind = 'parent')
    select from up where ticket_id = ${upper}`.execute(q);
  return rows.length > 0;
}

/** Parents are set one after the other, because two at the same moment could form a circle. */
export async function lockParents(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(7310028)`.execute(q);
}
