import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { daysBetween, hasValidSums } from './pieces.ts';
import { SUM_COLUMNS, daySumCtes } from './sums.ts';

/** Only one process sums at a time, since a second one would repeat the same work. */
const ONE_AT_A_TIME = 4_270_001;

export async function trySummingLock(q: Query): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${ONE_AT_A_TIME}) as is_mine`.execute(q);
  return rows[0]?.is_mine ?? false;
}

/** The days from the first event of a ticket up to now, or to the last marked moment. */
const everyDay = (timeZone: string, now: Date) =>
  daysBetween(
    sql`(select least((select min(created_at) from tickets), (select min(at) from ticket_backlog_changes), (select min(at) from ticket_day_marks)))`,
    sql`(select greatest(${now}::timestamptz, (select max(at) from ticket_day_marks)))`,
    timeZone,
  );

/** Days that are missing or have changed, latest first. */
export async function listUnsummed(
  q: Query,
  { timeZone, now, limit }: { timeZone: string; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(d.day, 'YYYY-MM-DD') as day from (${everyDay(timeZone, now)}) d
    where not exists (select from ticket_days r where ${hasValidSums(timeZone)}) order by d.day desc limit ${limit}`.execute(
    q,
  );
  return rows.map(({ day }) => day);
}

/** Days with valid sums, earliest first. */
export async function listSummed(q: Query, timeZone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(r.day, 'YYYY-MM-DD') as day from ticket_days r
      cross join lateral (${dayOf(sql`r.day`, timeZone)}) d where ${hasValidSums(timeZone)} order by r.day`.execute(
    q,
  );
  return rows.map(({ day }) => day);
}

const dayOf = (day: ReturnType<typeof sql>, timeZone: string) => sql`
  select ${day}::date as day, (${day}::date::timestamp at time zone ${timeZone})::timestamptz(3) as starts_at,
    ((${day}::date + 1)::timestamp at time zone ${timeZone})::timestamptz(3) as ends_at`;

const looseDays = (days: readonly string[], timeZone: string) => sql`
  loose as materialized (
    select d.* from unnest(${days}::date[]) as asked (day) cross join lateral (${dayOf(sql`asked.day`, timeZone)}) d
  )`;

const columns = (of: string) => sql.join(SUM_COLUMNS.map((column) => sql.ref(`${of}.${column}`)));

/** Sums up these days, and removes the marks that existed in this snapshot. */
export async function sumDays(q: Query, days: readonly string[], timeZone: string): Promise<void> {
  // Sums of another time zone are deleted too, because the marks that would show later that they are outdated are removed here.
  await sql`delete from ticket_days where day = any(${days}::date[]) or time_zone <> ${timeZone}`.execute(q);
  await sql`
    with ${looseDays(days, timeZone)}, ${daySumCtes({ timeZone, seen: sql`true` })},
    kept as (
      insert into ticket_days (day, time_zone, starts_at, ends_at, cells)
      select l.day, ${timeZone}, l.starts_at, l.ends_at, (select count(*) from sums s where s.piece = l.starts_at) from loose l
    ),
    unmarked as (
      delete from ticket_day_marks m using loose l where m.at >= l.starts_at and m.at < l.ends_at
    )
    insert into ticket_day_sums (day, department_id, ${sql.join(SUM_COLUMNS.map((column) => sql.ref(column)))})
    select l.day, s.department_id, ${columns('s')} from loose l join sums s on s.piece = l.starts_at`.execute(
    q,
  );
}

export type SumDifference = { day: string; department_id: number; columns: string[] };

/** Returns where the stored figures of these days differ from those computed from the tickets. */
export async function listDifferences(
  q: Query,
  days: readonly string[],
  timeZone: string,
): Promise<SumDifference[]> {
  const differing = sql.join(
    SUM_COLUMNS.map(
      (column) =>
        sql`case when k.${sql.ref(column)} is distinct from s.${sql.ref(column)} then ${column}::text end`,
    ),
  );
  const { rows } = await sql<SumDifference>`
    with ${looseDays(days, timeZone)}, ${daySumCtes({ timeZone, seen: sql`true` })},
    told as (select l.day, s.* from loose l join sums s on s.piece = l.starts_at),
    kept as (select * from ticket_day_sums where day = any(${days}::date[])),
    compared as (
      select coalesce(k.day, s.day) as day, coalesce(k.department_id, s.department_id) as department_id,
        array_remove(array[${differing}], null) as columns
      from kept k full join told s on s.day = k.day and s.department_id = k.department_id
    )
    select to_char(day, 'YYYY-MM-DD') as day, department_id, columns from compared
    where cardinality(columns) > 0 order by day, department_id`.execute(q);
  return rows;
}
