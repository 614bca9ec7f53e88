import { type RawBuilder, sql } from 'kysely';
import { ALL_DEPARTMENTS, SUM_COLUMNS, daySumCtes } from './sums.ts';

/** Which tickets count: all, or those of some departments. */
export type DayScope = { timeZone: string; now: Date; departments: readonly number[] | undefined };

/** The days from one moment to another in that time zone. */
export const daysBetween = (from: RawBuilder<unknown>, until: RawBuilder<unknown>, timeZone: string) => sql`
  select d::date as day, (d at time zone ${timeZone})::timestamptz(3) as starts_at,
    ((d + interval '1 day') at time zone ${timeZone})::timestamptz(3) as ends_at
  from generate_series((${from}::timestamptz at time zone ${timeZone})::date::timestamp,
    (${until}::timestamptz at time zone ${timeZone})::date::timestamp, interval '1 day') d`;

/**
 * Whether the stored sums `r` (of `ticket_days`) are valid for day `d`: of this time zone, complete, and without a later change.
 */
export const hasValidSums = (timeZone: string) => sql<boolean>`
  r.day = d.day and r.time_zone = ${timeZone} and r.starts_at = d.starts_at and r.ends_at = d.ends_at
  and r.cells = (select count(*) from ticket_day_sums c where c.day = r.day)
  and not exists (select from ticket_day_marks m where m.at >= d.starts_at and m.at < d.ends_at)`;

const columns = sql.join(SUM_COLUMNS.map((column) => sql.ref(`s.${column}`)));

/**
 * CTEs that end in `pieces`: the time since the first of these moments, cut at each of them and at every midnight, with the
 * columns of `ticket_day_sums` by department. Whole days are taken from the stored sums; days that are cut, have changed or were
 * not summed yet are computed from the tickets.
 */
export function daySumPieceCtes({ timeZone, now, departments }: DayScope, edges: readonly Date[]) {
  const inScope = departments ? sql`s.department_id = any(${departments}::bigint[])` : sql`true`;
  const seen = departments ? sql`t.department_id = any(${departments}::bigint[])` : sql`true`;
  const ordered = edges.toSorted((a, b) => a.getTime() - b.getTime());
  const last = new Date(Math.max(now.getTime(), ...edges.map((edge) => edge.getTime())));
  return sql`
    edges as (select unnest(${ordered}::timestamptz[]) as at),
    days as materialized (${daysBetween(sql`${ordered[0]}`, sql`${last}`, timeZone)}),
    summed as materialized (
      select d.* from days d join ticket_days r on ${hasValidSums(timeZone)}
      where not exists (select from edges e where e.at > d.starts_at and e.at < d.ends_at)
    ),
    loose as materialized (
      select d.day, p.at as starts_at, lead(p.at, 1, d.ends_at) over (partition by d.day order by p.at) as ends_at
      from days d cross join lateral (
        select d.starts_at as at union select e.at from edges e where e.at > d.starts_at and e.at < d.ends_at) p
      where d.day not in (select day from summed)
      union all
      select null, max(ends_at), 'infinity' from days
    ),
    ${daySumCtes({ timeZone, seen })},
    pieces as materialized (
      select d.day, d.starts_at, d.ends_at, s.department_id, ${columns}
      from summed d join ticket_day_sums s on s.day = d.day where ${inScope}
      union all
      select l.day, l.starts_at, l.ends_at, s.department_id, ${columns}
      from loose l join sums s on s.piece = l.starts_at where ${inScope}
    )`;
}

/** The rows of `pieces` that together cover the scope. */
export const coversScopeSql = ({ departments }: DayScope) =>
  departments
    ? sql<boolean>`p.department_id <> ${ALL_DEPARTMENTS}`
    : sql<boolean>`p.department_id = ${ALL_DEPARTMENTS}`;
/** The rows of `pieces` for a single department. */
export const isOfDepartment = sql<boolean>`p.department_id <> ${ALL_DEPARTMENTS}`;
