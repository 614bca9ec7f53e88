import type { SlaClock, SlaEntry } from '@trunkline/contract';
import { sql, type Insertable } from 'kysely';
import { executeUnread, type Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import type { SlaClockState, ClockHours } from './clock.ts';
import type { ClockRow } from './tables.ts';
import './tables.ts';

export type NewSlaEntry = Insertable<Tables['sla_entries']>;

export async function listClocks(q: Query, ticketId: number): Promise<SlaClockState[]> {
  return (await listRows(q, ticketId)).map(toClock);
}

export async function listRows(q: Query, ticketId: number): Promise<ClockRow[]> {
  return q.selectFrom('sla_clocks').selectAll().where('ticket_id', '=', ticketId).execute();
}

/** When the clocks of a ticket opened by an automatic mail start: null until a person writes, undefined for other tickets. */
export async function findClockStart(q: Query, ticketId: number): Promise<string | null | undefined> {
  const row = await q
    .selectFrom('sla_quiet')
    .select('begins_at')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  return row?.begins_at;
}

/** Sets the start of the clocks at the first message of a person. */
export async function deferClockStart(q: Query, ticketId: number): Promise<void> {
  await executeUnread(q, q.insertInto('sla_quiet').values({ ticket_id: ticketId, begins_at: null }));
}

export async function setClockStart(q: Query, ticketId: number, now: Date): Promise<void> {
  await executeUnread(
    q,
    q.updateTable('sla_quiet').set({ begins_at: now }).where('ticket_id', '=', ticketId),
  );
}

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));

export function toClock(row: ClockRow): SlaClockState {
  return {
    kind: row.kind,
    state: row.state,
    targetMinutes: row.target_minutes,
    startedAt: new Date(row.started_at),
    runningSince: dateOrNull(row.running_since),
    spans: row.spans.map(([from, to]) => [new Date(from), new Date(to)]),
    dueAt: dateOrNull(row.due_at),
    remainingMs: row.remaining_ms,
    breachedAt: dateOrNull(row.breached_at),
    endedAt: dateOrNull(row.ended_at),
  };
}

/** The clock as a row of the table. */
export function toRow(
  ticketId: number,
  clock: SlaClockState,
  hours: ClockHours,
): Insertable<Tables['sla_clocks']> {
  return {
    ticket_id: ticketId,
    kind: clock.kind,
    state: clock.state,
    target_minutes: clock.targetMinutes,
    office_hours: hours.name,
    time_zone: hours.calendar.timeZone,
    started_at: clock.startedAt,
    running_since: clock.runningSince,
    spans: JSON.stringify(clock.spans),
    due_at: clock.dueAt,
    remaining_ms: clock.remainingMs,
    breached_at: clock.breachedAt,
    ended_at: clock.endedAt,
  };
}

export async function saveClocks(q: Query, rows: readonly Insertable<Tables['sla_clocks']>[]): Promise<void> {
  if (rows.length === 0) return;
  await executeUnread(
    q,
    q
      .insertInto('sla_clocks')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.columns(['ticket_id', 'kind']).doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          target_minutes: eb.ref('excluded.target_minutes'),
          office_hours: eb.ref('excluded.office_hours'),
          time_zone: eb.ref('excluded.time_zone'),
          started_at: eb.ref('excluded.started_at'),
          running_since: eb.ref('excluded.running_since'),
          spans: eb.ref('excluded.spans'),
          due_at: eb.ref('excluded.due_at'),
          remaining_ms: eb.ref('excluded.remaining_ms'),
          breached_at: eb.ref('excluded.breached_at'),
          ended_at: eb.ref('excluded.ended_at'),
        })),
      ),
  );
}

export async function removeClock(q: Query, ticketId: number, kind: SlaClock['kind']): Promise<void> {
  await executeUnread(
    q,
    q.deleteFrom('sla_clocks').where('ticket_id', '=', ticketId).where('kind', '=', kind),
  );
}

export async function insertEntries(q: Query, entries: readonly NewSlaEntry[]): Promise<void> {
  if (entries.length > 0) await executeUnread(q, q.insertInto('sla_entries').values([...entries]));
}

/** The clocks and their history as screens show them. */
export async function readSlaDetails(
  q: Query,
  ticketId: number,
): Promise<{ clocks: SlaClock[]; entries: SlaEntry[] }> {
  const clocks = q
    .selectFrom('sla_clocks')
    .select(['kind', 'state', 'target_minutes', 'office_hours', 'time_zone', 'started_at', 'due_at'])
    .select(['remaining_ms', 'breached_at', 'ended_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy(sql`array_position(array['first_response', 'next_response', 'resolution'], kind)`)
    .execute();
  const entries = q
    .selectFrom('sla_entries')
    .select(['id', 'kind', 'step', 'cause', 'at', 'by', 'status', 'priority', 'target_minutes'])
    .select(['office_hours', 'due_at', 'remaining_ms'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(ENTRIES)
    .execute();
  const [shown, latest] = await Promise.all([clocks, entries]);
  return { clocks: shown, entries: latest.reverse() };
}

/** A long chat has hundreds of entries, of which the latest are shown. */
const ENTRIES = 200;

type DueCursor = { dueAt: string; ticketId: number };

/** Tickets with an overdue clock, the most overdue first. */
export async function listOverdueClocks(
  q: Query,
  { now, after, limit }: { now: Date; after: DueCursor | undefined; limit: number },
): Promise<DueCursor[]> {
  const { rows } = await sql<DueCursor>`
    select due_at as "dueAt", ticket_id as "ticketId" from sla_clocks
    where state = 'running' and due_at <= ${now} and (due_at, ticket_id) > (${after?.dueAt ?? '-infinity'}, ${after?.ticketId ?? 0})
    order by due_at, ticket_id limit ${limit}`.execute(q);
  return rows;
}

/** Tickets with clocks that have not ended, by id. */
export async function listTicketsWithOpenClocks(
  q: Query,
  {
    departments,
    priority,
    after,
    limit,
  }: { departments?: number[]; priority?: number; after: number; limit: number },
): Promise<number[]> {
  let query = q
    .selectFrom('tickets')
    .select('id')
    .where('status', 'in', ['open', 'pending', 'on_hold'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  if (departments) query = query.where('department_id', 'in', departments);
  if (priority !== undefined) query = query.where('priority_id', '=', priority);
  return (await query.execute()).map((row) => row.id);
}
