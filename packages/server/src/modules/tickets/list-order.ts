import { slaDueAt, type Ticket, type TicketFilter } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '#platform/paging';

type Sql = RawBuilder<unknown>;
type Sort = TicketFilter['sort'];

const SORTS = {
  newest: { column: sql.ref('t.last_message_at'), descending: true },
  oldest: { column: sql.ref('t.last_message_at'), descending: false },
  created: { column: sql.ref('t.created_at'), descending: true },
  waiting: { column: sql.ref('t.waiting_since'), descending: false },
  due: { column: sql.ref('t.sla_due_at'), descending: false },
};

export const columnOf = (sort: Sort): Sql => SORTS[sort].column;

export const orderOf = (sort: Sort): Sql => {
  const { column, descending } = SORTS[sort];
  return descending ? sql`${column} desc, t.id desc` : sql`${column}, t.id`;
};

/** The rows after a place. */
export function beyond(sort: Sort, after: Place): Sql {
  const { column, descending } = SORTS[sort];
  const place = sql`(${after.key}::timestamptz, ${after.id}::bigint)`;
  return descending ? sql`(${column}, t.id) < ${place}` : sql`(${column}, t.id) > ${place}`;
}

/** Where a row stands in the order of a list. */
export function placeOf(ticket: Ticket, sort: Sort): Place {
  const key = {
    newest: ticket.last_message_at,
    oldest: ticket.last_message_at,
    created: ticket.created_at,
    waiting: ticket.waiting_since,
    due: slaDueAt(ticket),
  };
  return { key: key[sort] ?? '', id: ticket.id };
}

/** Below zero: `a` comes first. */
export function comparePlaces(a: Place, b: Place, sort: Sort): number {
  const rising = a.key === b.key ? a.id - b.id : a.key < b.key ? -1 : 1;
  return SORTS[sort].descending ? -rising : rising;
}
