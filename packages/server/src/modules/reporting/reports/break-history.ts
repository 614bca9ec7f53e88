import { Activity, type ReportRecord, type REPORTS } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '#platform/db';
import { isMemberAtSql } from '../members.ts';
import { stretchCtes } from '../activity/stretches.ts';
import { createFiguresReader, sumOfRows, type FiguresRow } from './figures-reader.ts';
import { isOfMetricSql, isOfRowSql, type GroupColumns } from './groups.ts';
import { recordReading } from './record-reading.ts';
import type { ReportScope } from './report-reader.ts';

type Definition = (typeof REPORTS)['break_history'];
type Metric = Definition['metrics'][number];

/** Whole breaks by their beginning: a break over midnight belongs to the day before. */
const breaksSql = (scope: ReportScope) => sql`
  ${stretchCtes({ ...scope.range, now: scope.now, people: scope.people })},
  breaks as (
    select s.user_id, s.break_no, min(s.break_reason_id) as break_reason_id, min(s.began) as began, max(s.ended) as ended,
      sum(extract(epoch from s.ended - s.began))::int as seconds, bool_or(s.is_closed_by_system) as is_closed_by_system
    from stretches s where s.user_activity_id = ${Activity.onBreak} group by s.user_id, s.break_no
  ),
  -- A list of its own, so that no break looks its reason up.
  reasons as materialized (select id, limit_minutes, is_paid from break_reasons),
  found as (
    select b.*, (b.began at time zone ${scope.range.timeZone})::date as day,
      to_char(b.began at time zone ${scope.range.timeZone}, 'HH24') as hour, r.limit_minutes * 60 as limit_seconds,
      greatest(b.seconds - r.limit_minutes * 60, 0) as over_seconds, coalesce(r.is_paid, true) as is_paid
    from breaks b left join reasons r on r.id = b.break_reason_id
    where b.began >= ${scope.range.from} and b.began < ${scope.range.until}
      and ${isMemberAtSql(scope, sql`b.user_id`, sql`b.began`)}
      and (${scope.breakReasonId ?? null}::bigint is null or b.break_reason_id = ${scope.breakReasonId ?? null})
  )`;

async function figuresBy(q: Query, scope: ReportScope, { by, key, name, isLeft }: GroupColumns) {
  const { rows } = await sql<FiguresRow<Metric>>`
    with ${breaksSql(scope)}
    select ${key} as key, ${name} as name, ${isLeft} as is_left, count(*)::int as breaks,
      coalesce(sum(f.seconds), 0)::int as break_seconds, round(avg(f.seconds))::int as mean_break_seconds,
      max(f.seconds) as longest_break_seconds,
      coalesce(sum(f.seconds) filter (where f.is_paid), 0)::int as paid_break_seconds,
      count(*) filter (where f.over_seconds > 0)::int as breaks_over_limit,
      coalesce(sum(f.over_seconds), 0)::int as over_limit_seconds
    from found f where ${isOfRowSql(scope)} group by ${by} order by 2, 1`.execute(q);
  return rows;
}

const isOver = sql`f.over_seconds > 0`;
const COUNTED: Record<Definition['partial'][number], RawBuilder<unknown>> = {
  paid_break_seconds: sql`f.is_paid`,
  breaks_over_limit: isOver,
  over_limit_seconds: isOver,
};

export const breakHistoryReader = createFiguresReader<Metric, Definition['groups'][number]>({
  figuresBy,

  totalOf(rows) {
    const sums = sumOfRows(rows);
    return {
      ...sums,
      mean_break_seconds: Math.round(Number(sums.break_seconds) / Number(sums.breaks)),
      longest_break_seconds: Math.max(...rows.map((row) => Number(row.longest_break_seconds))),
    };
  },

  none: {
    breaks: 0,
    break_seconds: 0,
    mean_break_seconds: null,
    longest_break_seconds: null,
    paid_break_seconds: 0,
    breaks_over_limit: 0,
    over_limit_seconds: 0,
  },

  ...recordReading(
    (scope, { limit, after }) => sql<
      { user_id: number; break_no: number; began: string } & ReportRecord['cells']
    >`
      with ${breaksSql(scope)}
      select f.user_id, f.break_no::int as break_no, f.began::timestamptz(3) as began, u.fullname as agent,
        coalesce(r.name, '') as break_reason,
        case when f.ended < date_trunc('second', ${scope.now}::timestamptz) then f.ended::timestamptz(3) end as ended,
        f.seconds, f.limit_seconds, f.over_seconds, f.is_paid, f.is_closed_by_system
      from found f join users u on u.id = f.user_id left join break_reasons r on r.id = f.break_reason_id
      where ${isOfRowSql(scope)} and ${isOfMetricSql(scope, COUNTED)} and (${after?.at ?? null}::timestamptz is null
        or (f.began, f.user_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
      order by f.began desc, f.user_id desc limit ${limit}`,
    ({ user_id: userId, break_no: number, began, ended, ...cells }) => ({
      id: `${userId}-${Date.parse(began)}-${number}`,
      cells: { ...cells, began_at: began, ended_at: ended ?? null },
      place: { at: began, id: userId },
    }),
  ),
});
