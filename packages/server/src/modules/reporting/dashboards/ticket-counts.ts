import {
  TICKET_PARTS,
  type TICKET_NOW_METRICS,
  type TicketDashboard,
  type TicketPart,
} from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Range } from '../range.ts';
import { changesSince, isUnsolved, seenTickets, type TicketScope } from './ticket-scope.ts';

const OLDEST = 10;

export type NowFigures = Record<(typeof TICKET_NOW_METRICS)[number], number>;

/** The tickets that are unsolved now. */
export async function readNow(q: Query, scope: TicketScope): Promise<NowFigures> {
  const { rows } = await sql<NowFigures>`
    select count(*)::int as tickets_open, count(t.waiting_since)::int as tickets_waiting,
      count(*) filter (where t.assignee_id is null)::int as tickets_unassigned,
      count(*) filter (where t.sla_due_at < ${scope.now})::int as tickets_overdue
    from tickets t where ${isUnsolved} and ${seenTickets(scope)}`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a count gave no row');
  return row;
}

/** The oldest of them by creation. */
export async function readOldest(q: Query, scope: TicketScope): Promise<TicketDashboard['oldest']> {
  const { rows } = await sql<TicketDashboard['oldest'][number]>`
    select t.id, t.number, t.subject, t.status, d.name as department, u.fullname as agent, t.created_at,
      t.waiting_since is not null as is_waiting
    from tickets t join departments d on d.id = t.department_id left join users u on u.id = t.assignee_id
    where ${isUnsolved} and ${seenTickets(scope)} order by t.created_at, t.id limit ${OLDEST}`.execute(q);
  return rows;
}

type Counted = {
  what: 'day' | 'hour' | TicketPart;
  day: string | null;
  weekday: number | null;
  hour: number | null;
  id: number | null;
  name: string | null;
  created: number;
};

/** Created tickets by day, by hour of the week, and by each grouping, in one scan of the range. */
async function readCreated(q: Query, scope: TicketScope, range: Range): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with created as (
      select l.at::date as day, extract(dow from l.at)::int as weekday, extract(hour from l.at)::int as hour,
        t.department_id, t.media_id, t.category_id, t.priority_id
      from tickets t cross join lateral (select t.created_at at time zone ${range.timeZone} as at) l
      where t.created_at >= ${range.from} and t.created_at < ${range.until} and ${seenTickets(scope)}
    ),
    counted as (
      select case 0 when grouping(day) then 'day' when grouping(hour) then 'hour' when grouping(department_id) then 'department'
          when grouping(media_id) then 'media' when grouping(category_id) then 'category' else 'priority' end as what,
        day, weekday, hour, department_id, media_id, category_id, priority_id, count(*)::int as created
      from created
      group by grouping sets ((day), (weekday, hour), (department_id), (media_id), (category_id), (priority_id))
    )
    select c.what, to_char(c.day, 'YYYY-MM-DD') as day, c.weekday, c.hour,
      coalesce(c.department_id, c.media_id, c.category_id, c.priority_id) as id,
      coalesce(d.name, g.name, p.name) as name, c.created
    from counted c left join departments d on d.id = c.department_id left join categories g on g.id = c.category_id
      left join priorities p on p.id = c.priority_id
    order by c.created desc, name, id`.execute(q);
  return rows;
}

type Day = { day: string; starts_at: string; solved: number };

/** The days of the range up to today, and how many tickets were solved on each. */
async function readDays(q: Query, scope: TicketScope, range: Range): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with days as (
      select d::date as day, (d at time zone ${range.timeZone})::timestamptz(3) as starts_at
      from generate_series((${range.from}::timestamptz at time zone ${range.timeZone})::date,
        ((least(${range.until}::timestamptz, ${scope.now}::timestamptz + interval '1 ms') - interval '1 ms')
          at time zone ${range.timeZone})::date, interval '1 day') d
    ),
    solved as (
      select (c.at at time zone ${range.timeZone})::date as day, count(distinct c.ticket_id)::int as solved
      from (${changesSince(scope, range.from, range.until)}) c where c.kind = 'resolved' group by 1
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, d.starts_at, coalesce(s.solved, 0) as solved
    from days d left join solved s on s.day = d.day order by d.day`.execute(q);
  return rows;
}

/** The tickets of the range by day, by hour of the week and by each grouping. */
export async function readCounts(
  q: Query,
  scope: TicketScope,
  range: Range,
): Promise<Pick<TicketDashboard, 'days' | 'hours' | 'parts'>> {
  const created = await readCreated(q, scope, range);
  const days = await readDays(q, scope, range);
  const byDay = new Map(created.map(({ day, created: count }) => [day, count]));
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { what, weekday, hour, created: count } of created) {
    const row = what === 'hour' ? hours[weekday ?? 0] : undefined;
    if (row) row[hour ?? 0] = count;
  }
  const partOf = (name: TicketPart) =>
    created
      .filter(({ what }) => what === name)
      .map(({ id, name, created: count }) => ({ id, name, created: count }));
  return {
    days: days.map((day) => ({ ...day, created: byDay.get(day.day) ?? 0 })),
    hours,
    parts: Object.fromEntries(TICKET_PARTS.map((name) => [name, partOf(name)])) as TicketDashboard['parts'],
  };
}
