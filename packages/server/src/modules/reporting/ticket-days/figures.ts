import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { type DayScope, isOfDepartment, coversScopeSql, daySumPieceCtes } from './pieces.ts';

type Span = { from: Date; until: Date };

/** The figures of a span; of later days only how they change the backlog. */
export type SummedFigures = {
  created: number;
  solutions: number;
  solved: number;
  reopenings: number;
  reopened: number;
  merged: number;
  came_back: number;
  created_since: number;
  net_since: number;
  reply_ranks: [number, number] | null;
  replies_met: number;
  replies_missed: number;
  solved_ranks: [number, number] | null;
  solved_met: number;
  solved_missed: number;
};

const sum = (column: string, where: ReturnType<typeof sql>) =>
  sql`coalesce(sum(${sql.ref(`p.${column}`)}) filter (where ${where}), 0)::int`;
const inSpan = sql`p.ends_at <= a.until`;
const since = sql`p.starts_at >= a.until`;
const RANKS = sql`percentile_disc(array[0.5, 0.9]) within group (order by v.seconds)`;

/**
 * The figures of each span, in their order. Running targets that are overdue by now are not part of the sums, so they are read
 * from the tickets.
 */
export async function readSummedFigures(
  q: Query,
  scope: DayScope,
  spans: readonly Span[],
): Promise<SummedFigures[]> {
  const edges = spans.flatMap(({ from, until }) => [from, until]);
  const later = (column: string) => sql`(
    select count(*) from pieces p cross join unnest(${sql.ref(`p.${column}`)}) as v (at)
    where ${coversScopeSql(scope)} and p.starts_at >= a.from and ${inSpan} and v.at >= a.until)::int`;
  const ofDepartment = scope.departments
    ? sql`t.department_id = any(${scope.departments}::bigint[])`
    : sql`true`;
  const { rows } = await sql<SummedFigures>`
    with asked (n, "from", until) as (
      select * from unnest(${spans.map((_, n) => n)}::int[], ${spans.map(({ from }) => from)}::timestamptz[],
        ${spans.map(({ until }) => until)}::timestamptz[])
    ),
    late as materialized (
      select t.created_at from sla_clocks k join tickets t on t.id = k.ticket_id and ${ofDepartment}
      where k.kind = 'first_response' and k.state = 'running' and k.due_at < ${scope.now}
    ),
    ${daySumPieceCtes(scope, edges)}
    select f.created, f.solutions, f.reopenings, f.merged, f.created_since, f.net_since, f.replies_met,
      f.solved_last + s.again as solved, f.reopened_last + ${later('reopened_again_at')} as reopened,
      f.came_back_last + ${later('came_back_again_at')} as came_back, r.ranks as reply_ranks,
      f.replies_missed + l.late as replies_missed, s.ranks as solved_ranks,
      f.solved_met + s.again_met as solved_met, f.solved_missed + s.again_missed as solved_missed
    from asked a cross join lateral (
      select ${sum('created', inSpan)} as created, ${sum('created', since)} as created_since,
        ${sum('solutions', inSpan)} as solutions, ${sum('reopenings', inSpan)} as reopenings,
        ${sum('merged', inSpan)} as merged, ${sum('reopened', inSpan)} as reopened_last,
        ${sum('came_back', inSpan)} as came_back_last, ${sum('replies_met', inSpan)} as replies_met,
        ${sum('replies_missed', inSpan)} as replies_missed, ${sum('solved_met', inSpan)} as solved_met,
        ${sum('solved_missed', inSpan)} as solved_missed,
        coalesce(sum(cardinality(p.solved)) filter (where ${inSpan}), 0)::int as solved_last,
        coalesce(sum(p.reopenings - p.solutions - p.merged) filter (where ${since}), 0)::int as net_since
      from pieces p where ${coversScopeSql(scope)} and p.starts_at >= a.from
    ) f cross join lateral (
      select ${RANKS} as ranks from pieces p cross join unnest(p.replies) as v (seconds)
      where ${coversScopeSql(scope)} and p.starts_at >= a.from and ${inSpan}
    ) r cross join lateral (
      select ${RANKS} as ranks, count(v.missed)::int as again, (count(*) filter (where v.missed = 0))::int as again_met,
        (count(*) filter (where v.missed = 1))::int as again_missed
      from pieces p cross join lateral (
        select seconds, null::int as missed from unnest(p.solved) as x (seconds)
        union all
        select x.seconds, x.missed from unnest(p.solved_again_at, p.solved_again, p.solved_again_missed) as x (at, seconds, missed)
        where x.at >= a.until
      ) v where ${coversScopeSql(scope)} and p.starts_at >= a.from and ${inSpan}
    ) s cross join lateral (
      select count(*)::int as late from late k where k.created_at >= a.from and k.created_at < a.until
    ) l order by a.n`.execute(q);
  return rows;
}

export type SummedCount = {
  what: 'day' | 'hour' | 'department' | 'media' | 'category' | 'priority';
  day: string | null;
  weekday: number | null;
  hour: number | null;
  id: number | null;
  name: string | null;
  created: number;
  solved: number;
};

/** Tickets created on whole days, by day, hour of the week and each grouping; by day also the solved ones. */
export async function readSummedCounts(q: Query, scope: DayScope, span: Span): Promise<SummedCount[]> {
  const { rows } = await sql<SummedCount>`
    with ${daySumPieceCtes(scope, [span.from, span.until])},
    asked as (select * from pieces p where p.starts_at >= ${span.from} and p.ends_at <= ${span.until}),
    counted as (
      select 'day' as what, p.day, null::int as weekday, null::bigint as id, p.created, p.solved_on_day as solved
      from asked p where ${coversScopeSql(scope)}
      union all
      select 'department', null, null, p.department_id, p.created, 0 from asked p where ${isOfDepartment}
      union all
      select part.what, null, case part.what when 'hour' then extract(dow from p.day)::int end, nullif(one.id, '')::bigint,
        one.created::int, 0
      from asked p cross join jsonb_each(p.parts) as part (what, counts)
        cross join jsonb_each_text(part.counts) as one (id, created)
      where ${coversScopeSql(scope)}
    ),
    totals as (
      select what, day, weekday, id, sum(created)::int as created, sum(solved)::int as solved
      from counted group by what, day, weekday, id
    )
    select c.what, to_char(c.day, 'YYYY-MM-DD') as day, c.weekday, case c.what when 'hour' then c.id end as hour,
      case when c.what <> 'hour' then c.id end as id, coalesce(d.name, g.name, p.name) as name, c.created, c.solved
    from totals c left join departments d on c.what = 'department' and d.id = c.id
      left join categories g on c.what = 'category' and g.id = c.id
      left join priorities p on c.what = 'priority' and p.id = c.id
    where c.created > 0 or c.solved > 0
    order by c.created desc, name, id`.execute(q);
  return rows;
}
