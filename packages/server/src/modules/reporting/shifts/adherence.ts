import { Activity, SHIFT_AROUND_HOURS } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import { stretchCtes } from '../activity/stretches.ts';
import { isMemberAtSql } from '../members.ts';
import { secondsOfAll, type WorkScope } from '../dashboards/agent-work.ts';

const DAY_MS = 86_400_000;
const AROUND = `${SHIFT_AROUND_HOURS} hours`;

/**
 * CTEs that end in `plan_days`: for every user and planned day its length (as far as it is over), how long they were out of
 * adherence, and how long they should have worked and did. A shift belongs to the day on which it begins. Out of adherence: not
 * working (offline or on a break) when work was planned, or working during a planned break, each time that exceeds the
 * tolerance of that day. Working outside of shifts is no deviation; it counts as worked, also some hours before and after the
 * shift.
 */
export function shiftPlanCtes({ range: { from, until, timeZone }, now, people, memberOf }: WorkScope) {
  const around = { from: new Date(from.getTime() - DAY_MS), until: new Date(until.getTime() + 2 * DAY_MS) };
  const cut = (during: RawBuilder<unknown>) =>
    sql`(${during} * tstzmultirange(tstzrange(null, date_trunc('second', ${now}::timestamptz))))`;
  // Without shifts nothing is compared, so only the activities of users with some are read.
  const planned = sql<boolean>`${people} and exists (select from shifts p where p.user_id = u.id
    and p.day >= (${from}::timestamptz at time zone ${timeZone})::date and p.day < (${until}::timestamptz at time zone ${timeZone})::date)`;
  return sql`
    ${stretchCtes({ ...around, now, people: planned })},
    working as (
      select user_id, range_agg(tstzrange(began, ended)) as during from stretches
      where user_activity_id not in (${Activity.offline}, ${Activity.onBreak}) group by user_id
    ),
    planned as (
      select s.*, greatest(lower(s.during) - ${AROUND}::interval, before + (lower(s.during) - before) / 2) as work_from,
        least(upper(s.during) + ${AROUND}::interval, next - (next - upper(s.during)) / 2) as work_until
      from (
        select s.*, lag(upper(s.during)) over w as before, lead(lower(s.during)) over w as next from shifts s
        where s.user_id in (select id from seen) and s.day >= (${from}::timestamptz at time zone ${timeZone})::date - 2
          and s.day < (${until}::timestamptz at time zone ${timeZone})::date + 2
        window w as (partition by s.user_id order by lower(s.during))
      ) s
      where s.day >= (${from}::timestamptz at time zone ${timeZone})::date
        and s.day < (${until}::timestamptz at time zone ${timeZone})::date and lower(s.during) < ${now}
        and ${isMemberAtSql({ memberOf }, sql`s.user_id`, sql`lower(s.during)`)}
    ),
    shift_times as (
      select p.user_id, p.day, ${cut(sql`tstzmultirange(p.during)`)} as during, ${cut(sql`p.breaks`)} as breaks,
        coalesce(w.during, '{}') as working, tstzmultirange(tstzrange(p.work_from, p.work_until)) as work_window,
        (select r.tolerance_seconds from adherence_rules r where r.valid_from <= p.day order by r.valid_from desc limit 1) as tolerance
      from planned p left join working w on w.user_id = p.user_id
    ),
    plan_days as (
      select s.user_id, s.day, null::bigint as department_id, sum(${secondsOfAll(sql`s.during`)})::int as planned,
        sum(${secondsOfAll(sql`s.during - s.breaks`)})::int as to_work,
        sum(${secondsOfAll(sql`s.working * s.work_window`)})::int as worked,
        sum((select coalesce(sum(extract(epoch from upper(o.piece) - lower(o.piece))), 0)
          from unnest((s.during - s.breaks - s.working) + (s.breaks * s.working)) as o (piece)
          where extract(epoch from upper(o.piece) - lower(o.piece)) > s.tolerance))::int as outside
      from shift_times s group by 1, 2
    )`;
}

/** Over rows of `plan_days`, alias `f`; null where nothing was planned. */
export const adherenceFigures = sql`
  round(1 - sum(f.outside)::numeric / nullif(sum(f.planned), 0), 4)::float8 as adherence_ratio,
  round(sum(f.worked)::numeric / nullif(sum(f.to_work), 0), 4)::float8 as conformance_ratio`;

/** In seconds, by user; users without a plan are left out. */
export async function readPlanned(
  q: Query,
  scope: WorkScope,
): Promise<Map<number, { planned_seconds: number; outside_seconds: number }>> {
  const { rows } = await sql<{ user_id: number; planned_seconds: number; outside_seconds: number }>`
    with ${shiftPlanCtes(scope)}
    select user_id, sum(planned)::int as planned_seconds, sum(outside)::int as outside_seconds from plan_days group by 1`.execute(
    q,
  );
  return new Map(rows.map(({ user_id: id, ...seconds }) => [id, seconds]));
}
