import type { PlannedShift } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import type { ShiftMinutes } from './shift-times.ts';

type People = RawBuilder<boolean>;
export type ShiftRow = PlannedShift & { user_id: number; day: string };
export type NewShift = ShiftMinutes & { user_id: number; day: string };
type Days = { from: string; until: string };

/** Shifts on these days, both included, in local time of that zone. */
export async function listShifts(
  q: Query,
  { from, until }: Days,
  { people, timeZone }: { people: People; timeZone: string },
): Promise<ShiftRow[]> {
  const clock = (moment: RawBuilder<unknown>) => sql`to_char(${moment} at time zone ${timeZone}, 'HH24:MI')`;
  const { rows } = await sql<ShiftRow>`
    select s.user_id, to_char(s.day, 'YYYY-MM-DD') as day, ${clock(sql`lower(s.during)`)} as start, ${clock(sql`upper(s.during)`)} as end,
      coalesce((select json_agg(json_build_object('start', ${clock(sql`lower(b.piece)`)}, 'end', ${clock(sql`upper(b.piece)`)}))
        from unnest(s.breaks) as b (piece)), '[]') as breaks
    from shifts s join users u on u.id = s.user_id
    where s.day between ${from} and ${until} and ${people} order by s.user_id, lower(s.during)`.execute(q);
  return rows;
}

/** Takes the table lock, so that overlaps can be checked after writing. */
export async function lockShifts(q: Query): Promise<void> {
  await sql`lock table shifts in share row exclusive mode`.execute(q);
}

/** Deletes the shifts of these days; returns how many of the days had any. */
export async function removeDays(
  q: Query,
  days: readonly { user_id: number; day: string }[],
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with gone as (delete from shifts s using jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (user_id bigint, day date)
      where s.user_id = d.user_id and s.day = d.day returning s.user_id, s.day)
    select count(distinct (user_id, day))::int as total from gone`.execute(q);
  return rows[0]?.total ?? 0;
}

export async function insertShifts(q: Query, shifts: readonly NewShift[], timeZone: string): Promise<void> {
  const at = (minutes: RawBuilder<unknown>) =>
    sql`((n.day::timestamp + ${minutes} * interval '1 minute') at time zone ${timeZone})`;
  await sql`
    insert into shifts (user_id, day, during, breaks)
    select n.user_id, n.day, tstzrange(${at(sql`n.start`)}, ${at(sql`n.end`)}),
      coalesce((select range_agg(tstzrange(${at(sql`b.start`)}, ${at(sql`b.end`)}))
        from jsonb_to_recordset(n.breaks) as b (start int, "end" int)), '{}')
    from jsonb_to_recordset(${JSON.stringify(shifts)}::jsonb) as n (user_id bigint, day date, start int, "end" int, breaks jsonb)`.execute(
    q,
  );
}

/** Those of these users who have overlapping shifts. */
export async function listOverlaps(q: Query, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct a.user_id from shifts a join shifts b on b.user_id = a.user_id and b.id > a.id
      and b.day between a.day - 2 and a.day + 2 and b.during && a.during
    where a.user_id = any(${userIds}::bigint[])`.execute(q);
  return rows.map(({ user_id: id }) => id);
}

export type ShiftCopy = { from: string; to: string; days: number; replaces: boolean };

/** Copies shifts in local time. Returns whose were copied, and for how many days. */
export async function copyDays(
  q: Query,
  { from, to, days, replaces }: ShiftCopy,
  { people, timeZone }: { people: People; timeZone: string },
): Promise<{ user_ids: number[]; copied: number; kept: number }> {
  const moved = (moment: RawBuilder<unknown>) =>
    sql`(((${moment} at time zone ${timeZone}) + (${to}::date - ${from}::date) * interval '1 day') at time zone ${timeZone})`;
  // In one statement, which reads everything as it was before days were cleared.
  const { rows } = await sql<{ user_ids: number[]; copied: number; kept: number }>`
    with source as (
      select s.*, s.day + (${to}::date - ${from}::date) as new_day from shifts s join users u on u.id = s.user_id
      where s.day >= ${from}::date and s.day < ${from}::date + ${days}::int and u.is_active and ${people}
    ),
    taken as (
      select distinct t.user_id, t.day from shifts t
      where t.user_id in (select user_id from source) and t.day >= ${to}::date and t.day < ${to}::date + ${days}::int
    ),
    gone as (delete from shifts s using taken t where ${replaces}::boolean and s.user_id = t.user_id and s.day = t.day),
    made as (
      insert into shifts (user_id, day, during, breaks)
      select s.user_id, s.new_day, tstzrange(${moved(sql`lower(s.during)`)}, ${moved(sql`upper(s.during)`)}),
        coalesce((select range_agg(tstzrange(${moved(sql`lower(b.piece)`)}, ${moved(sql`upper(b.piece)`)}))
          from unnest(s.breaks) as b (piece)), '{}')
      from source s
      where ${replaces}::boolean or not exists (select from taken t where t.user_id = s.user_id and t.day = s.new_day)
      returning user_id, day
    )
    select coalesce((select array_agg(distinct user_id) from made), '{}') as user_ids,
      (select count(distinct (user_id, day)) from made)::int as copied,
      (select count(distinct (s.user_id, s.new_day)) from source s
        where not ${replaces}::boolean and exists (select from taken t where t.user_id = s.user_id and t.day = s.new_day))::int as kept`.execute(
    q,
  );
  return rows[0] ?? { user_ids: [], copied: 0, kept: 0 };
}

export async function listUsernames(q: Query, people: People): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; username: string }>`
    select u.id, lower(u.username) as username from users u where u.is_active and ${people}`.execute(q);
  return new Map(rows.map(({ id, username }) => [username, id]));
}

export async function findTolerance(q: Query, day: string): Promise<number> {
  const { rows } = await sql<{ tolerance_seconds: number }>`
    select tolerance_seconds from adherence_rules where valid_from <= ${day} order by valid_from desc limit 1`.execute(
    q,
  );
  return rows[0]?.tolerance_seconds ?? 0;
}

export async function putTolerance(
  q: Query,
  rule: { day: string; seconds: number; by: number; at: Date },
): Promise<void> {
  await sql`
    insert into adherence_rules (valid_from, tolerance_seconds, set_by, set_at)
    values (${rule.day}, ${rule.seconds}, ${rule.by}, ${rule.at})
    on conflict (valid_from) do update set tolerance_seconds = excluded.tolerance_seconds, set_by = excluded.set_by, set_at = excluded.set_at`.execute(
    q,
  );
}
