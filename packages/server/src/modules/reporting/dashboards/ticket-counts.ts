import {
  TICKET_AGES,
  TICKET_GROUPINGS,
  type TICKET_NOW_METRICS,
  type TicketDashboard,
  type TicketGrouping,
} from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { MomentRange } from '../range.ts';
import { readSummedCounts, type SummedCount } from '../ticket-days/figures.ts';
import { type DayScope, daysBetween } from '../ticket-days/pieces.ts';
import { backlogChangesQuery, isUnsolved, visibleTicketsSql, type TicketScope } from './ticket-scope.ts';

const OLDEST = 10;
const DAY_MS = 86_400_000;

export type CurrentTicketFigures = Record<(typeof TICKET_NOW_METRICS)[number], number>;

/** The tickets that are unsolved now. */
export async function readCurrentFigures(q: Query, scope: TicketScope): Promise<CurrentTicketFigures> {
  const { rows } = await sql<CurrentTicketFigures>`
    select count(*)::int as tickets_open, count(t.waiting_since)::int as tickets_waiting,
      count(*) filter (where t.assignee_id is null)::int as tickets_unassigned,
      count(*) filter (where t.sla_due_at < ${scope.now})::int as tickets_overdue
    from tickets t where ${isUnsolved} and ${visibleTicketsSql(scope)}`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a count gave no row');
  return row;
}

/** The same by their age, in bands of whole days back from now. */
export async function readTicketAges(q: Query, scope: TicketScope): Promise<TicketDashboard['ages']> {
  const moments = TICKET_AGES.map((days) => new Date(scope.now.getTime() - days * DAY_MS));
  const open = moments.map((until, index) => {
    const since = moments[index + 1] ?? null;
    return sql`count(*) filter (where (t.created_at < ${until} or ${index === 0}) and (${since}::timestamptz is null or t.created_at >= ${since}))::int`;
  });
  const { rows } = await sql<{ open: number[] }>`
    select array[${sql.join(open)}] as open from tickets t where ${isUnsolved} and ${visibleTicketsSql(scope)}`.execute(
    q,
  );
  return TICKET_AGES.map((days, index) => ({
    days,
    since: moments[index + 1]?.toISOString() ?? null,
    until: index === 0 ? null : (moments[index]?.toISOString() ?? null),
    open: rows[0]?.open[index] ?? 0,
  }));
}

/** The oldest of them by creation. */
export async function readOldestTickets(q: Query, scope: TicketScope): Promise<TicketDashboard['oldest']> {
  const { rows } = await sql<TicketDashboard['oldest'][number]>`
    select t.id, t.number, t.subject, t.status, d.name as department, u.fullname as agent, t.created_at,
      t.waiting_since is not null as is_waiting
    from tickets t join departments d on d.id = t.department_id left join users u on u.id = t.assignee_id
    where ${isUnsolved} and ${visibleTicketsSql(scope)} order by t.created_at, t.id limit ${OLDEST}`.execute(
    q,
  );
  return rows;
}

/** Created tickets by day, by hour of the week, and by each grouping, in one scan of the range. */
async function readCreated(q: Query, scope: TicketScope, range: MomentRange): Promise<SummedCount[]> {
  const { rows } = await sql<SummedCount>`
    with created as (
      select l.at::date as day, extract(dow from l.at)::int as weekday, extract(hour from l.at)::int as hour,
        t.department_id, t.media_id, t.category_id, t.priority_id
      from tickets t cross join lateral (select t.created_at at time zone ${range.timeZone} as at) l
      where t.created_at >= ${range.from} and t.created_at < ${range.until} and ${visibleTicketsSql(scope)}
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
      coalesce(d.name, g.name, p.name) as name, c.created, 0 as solved
    from counted c left join departments d on d.id = c.department_id left join categories g on g.id = c.category_id
      left join priorities p on p.id = c.priority_id
    order by c.created desc, name, id`.execute(q);
  return rows;
}

/** How many tickets were solved on each day of the range. */
async function readSolved(q: Query, scope: TicketScope, range: MomentRange): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; solved: number }>`
    select to_char((c.at at time zone ${range.timeZone})::date, 'YYYY-MM-DD') as day, count(distinct c.ticket_id)::int as solved
    from (${backlogChangesQuery(scope, range.from, range.until)}) c where c.kind = 'resolved' group by 1`.execute(
    q,
  );
  return new Map(rows.map(({ day, solved }) => [day, solved]));
}

/** The days of the range up to today. */
async function readDays(
  q: Query,
  now: Date,
  range: MomentRange,
): Promise<{ day: string; starts_at: string }[]> {
  const last = sql`least(${range.until}::timestamptz, ${now}::timestamptz + interval '1 ms') - interval '1 ms'`;
  const { rows } = await sql<{ day: string; starts_at: string }>`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.starts_at
    from (${daysBetween(sql`${range.from}`, sql`(${last})`, range.timeZone)}) d order by d.day`.execute(q);
  return rows;
}

/** The tickets of the range by day, by hour of the week and by each grouping. */
export async function readCountsOfRange(
  q: Query,
  scope: TicketScope,
  { range, summed }: { range: MomentRange; summed: DayScope | undefined },
): Promise<Pick<TicketDashboard, 'days' | 'hours' | 'parts'>> {
  const counted = summed ? await readSummedCounts(q, summed, range) : await readCreated(q, scope, range);
  const byDay = new Map(counted.filter(({ what }) => what === 'day').map((row) => [row.day, row]));
  const solved = summed ? undefined : await readSolved(q, scope, range);
  const days = await readDays(q, scope.now, range);
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { what, weekday, hour, created } of counted) {
    const row = what === 'hour' ? hours[weekday ?? 0] : undefined;
    if (row) row[hour ?? 0] = created;
  }
  const partOf = (part: TicketGrouping) =>
    counted.filter(({ what }) => what === part).map(({ id, name, created }) => ({ id, name, created }));
  return {
    days: days.map(({ day, starts_at }) => ({
      day,
      starts_at,
      created: byDay.get(day)?.created ?? 0,
      solved: (solved ? solved.get(day) : byDay.get(day)?.solved) ?? 0,
    })),
    hours,
    parts: Object.fromEntries(
      TICKET_GROUPINGS.map((name) => [name, partOf(name)]),
    ) as TicketDashboard['parts'],
  };
}
