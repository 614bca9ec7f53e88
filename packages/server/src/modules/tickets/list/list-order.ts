import {
  compareSortKeys,
  SORTED_NUMBER_DIGITS,
  SORTED_SUBJECT_LENGTH,
  TICKET_ORDERS,
  type Ticket,
  type TicketSort,
} from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#platform/errors';
import { readCursor, type Cursor } from '#platform/paging';

type Sql = RawBuilder<unknown>;
type Column = { column: Sql; type: Sql };

const TIME = sql`timestamptz`;
const time = (name: string): Column => ({ column: sql.ref(name), type: TIME });
const text = (column: string): Column => ({ column: sql.raw(`${column} collate "C"`), type: sql`text` });
const rankText = (rank: string) => `lpad(${rank}::text, ${SORTED_NUMBER_DIGITS}, '0')`;

const RANK = text(`(select ${rankText('r.rank')} from priorities r where r.id = t.priority_id)`);
// Must be exactly the expression of the index `tickets_number_order`.
const NUMBER = text(`lpad(substring(t.number from '[0-9]+$'), ${SORTED_NUMBER_DIGITS}, '0')`);

// The same for `tickets_subject_order`. With the collation "C" lower() only changes A to Z, as `keyOf` does.
const SUBJECT = text(`lower(left(t.subject, ${SORTED_SUBJECT_LENGTH}) collate "C")`);

/** SQL of the contract's `TICKET_ORDERS`, for `tickets t`. */
const COLUMNS: Record<TicketSort, Column> = {
  newest: time('t.last_message_at'),
  oldest: time('t.last_message_at'),
  created: time('t.created_at'),
  waiting: time('t.waiting_since'),
  due: time('t.sla_due_at'),
  priority_high: RANK,
  priority_low: RANK,
  number_high: NUMBER,
  number_low: NUMBER,
  subject_az: SUBJECT,
  subject_za: SUBJECT,
};

/** The columns `id` and `key` of `tickets t`, which give a row's position in that order. */
export const positionColumns = (sort: TicketSort): Sql => sql`t.id, ${COLUMNS[sort].column} as key`;
export const isByPriority = (sort: TicketSort): boolean => COLUMNS[sort] === RANK;

export const orderOf = (sort: TicketSort): Sql => {
  const { column } = COLUMNS[sort];
  return TICKET_ORDERS[sort].isDescending ? sql`${column} desc, t.id desc` : sql`${column}, t.id`;
};

/** The same order, for rows of `name` with `id` and `key`. */
export function positionOrderOf(sort: TicketSort, name: string): Sql {
  const id = sql.ref(`${name}.id`);
  const key =
    COLUMNS[sort].type === TIME ? sql.ref(`${name}.key`) : sql`${sql.ref(`${name}.key`)} collate "C"`;
  return TICKET_ORDERS[sort].isDescending ? sql`${key} desc, ${id} desc` : sql`${key}, ${id}`;
}

/** The order among tickets of one priority, in lists by priority. */
export const orderWithinPriority = (sort: TicketSort): Sql => {
  if (!isByPriority(sort)) return orderOf(sort);
  return TICKET_ORDERS[sort].isDescending ? sql`t.id desc` : sql`t.id`;
};

/** The condition for the rows after a position. */
export function afterPositionSql(sort: TicketSort, after: Cursor): Sql {
  const { column, type } = COLUMNS[sort];
  const place = sql`(${after.key}::${type}, ${after.id}::bigint)`;
  return TICKET_ORDERS[sort].isDescending
    ? sql`(${column}, t.id) < ${place}`
    : sql`(${column}, t.id) > ${place}`;
}

/** The same for tickets of the priority `p`, as a bound of the id only, so that the index can start there. */
export function afterPositionWithinPrioritySql(sort: TicketSort, after: Cursor): Sql {
  const rank = sql.raw(`${rankText('p.rank')} collate "C"`);
  // If the whole run comes before the position none of its rows follow; if it comes after, all do.
  if (TICKET_ORDERS[sort].isDescending)
    return sql`t.id < case when ${rank} < ${after.key} then ${Number.MAX_SAFE_INTEGER}::bigint
      when ${rank} = ${after.key} then ${after.id}::bigint else 0 end`;
  return sql`t.id > case when ${rank} > ${after.key} then 0
    when ${rank} = ${after.key} then ${after.id}::bigint else ${Number.MAX_SAFE_INTEGER}::bigint end`;
}

// The formats of `keyOf`. Other values would cause a database error.
const TIME_KEY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TEXT_KEY = /^[\x20-\x7e]{1,60}$/;

const SUBJECT_KEY = new RegExp(`^[^\\0A-Z]{0,${SORTED_SUBJECT_LENGTH}}$`, 'u');

function shapeOf(sort: TicketSort): RegExp {
  const column = COLUMNS[sort];
  if (column === SUBJECT) return SUBJECT_KEY;
  return column === RANK || column === NUMBER ? TEXT_KEY : TIME_KEY;
}

/** The position in a cursor. @throws AppError `invalid` for the cursor of a list in another order */
export function readPosition(cursor: string | undefined, sort: TicketSort): Cursor | undefined {
  const place = readCursor(cursor);
  if (place && !shapeOf(sort).test(place.key))
    throw new AppError('invalid', [{ path: 'cursor', message: 'This cursor belongs to another list' }]);
  return place;
}

/** The sort position of a row. */
export const sortPositionOf = (ticket: Ticket, sort: TicketSort): Cursor => ({
  key: TICKET_ORDERS[sort].keyOf(ticket) ?? '',
  id: ticket.id,
});

/** Negative if `a` comes first. */
export function comparePositions(a: Cursor, b: Cursor, sort: TicketSort): number {
  const rising = compareSortKeys(a.key, b.key) || a.id - b.id;
  return TICKET_ORDERS[sort].isDescending ? -rising : rising;
}
