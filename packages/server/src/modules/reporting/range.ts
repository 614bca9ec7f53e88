import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';

/** Days of the workspace's calendar as moments: from inclusive, until exclusive. */
export type MomentRange = { timeZone: string; from: Date; until: Date };

/** From the beginning of one day to the end of another in that time zone: a day has 23 to 25 hours. */
export async function readRange(
  q: Query,
  { from, until }: { from: string; until: string },
  timeZone: string,
): Promise<MomentRange> {
  const { rows } = await sql<{ from: string; until: string }>`
    select (${from}::date::timestamp at time zone ${timeZone})::timestamptz(3) as from,
      ((${until}::date + 1)::timestamp at time zone ${timeZone})::timestamptz(3) as until`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a range gave no row');
  return { timeZone, from: new Date(row.from), until: new Date(row.until) };
}

/**
 * The days to compare with, up to the same time of the same day as the range has reached, so that a day that has just begun is
 * not compared with a whole one. In local time, so that a change of clocks between them does not matter.
 */
export async function readComparisonRange(
  q: Query,
  days: { from: string; until: string },
  { range, now }: { range: MomentRange; now: Date },
): Promise<MomentRange> {
  const { timeZone } = range;
  const whole = await readRange(q, days, timeZone);
  if (now >= range.until) return whole;
  const { rows } = await sql<{ at: string }>`
    select ((${days.from}::date::timestamp + greatest(
      (${now}::timestamptz at time zone ${timeZone}) - (${range.from}::timestamptz at time zone ${timeZone}), interval '0'
    )) at time zone ${timeZone})::timestamptz(3) as at`.execute(q);
  const until = new Date(Math.min(whole.until.getTime(), Date.parse(rows[0]?.at ?? '')));
  return { ...whole, until };
}

/** The day of a moment in a time zone, `2026-11-26`. */
export function calendarDayOf(at: Date, timeZone: string): string {
  // The Swedish format is YYYY-MM-DD.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
}

export type PeopleFilter = { department_id?: number | undefined; user_id?: number | undefined };

/**
 * A condition on `users`, alias `u`: whom the viewer may see, and who is asked for. The viewer's rights depend on the current departments,
 * the department that is asked for on the memberships during `then` where that is given.
 */
export function visiblePeopleSql(
  viewer: Viewer,
  { department_id: departmentId, user_id: userId }: PeopleFilter,
  then?: MomentRange,
) {
  const inDepartments = (ids: readonly number[]) =>
    sql<boolean>`exists (select from user_departments d where d.user_id = u.id and d.department_id = any(${ids}::bigint[]))`;
  const wasIn = (id: number, { from, until }: MomentRange) =>
    sql<boolean>`exists (select from user_department_periods d where d.user_id = u.id and d.department_id = ${id}
      and d.since < ${until} and coalesce(d.until, 'infinity') > ${from})`;
  const isAsked = (id: number) => (then ? wasIn(id, then) : inDepartments([id]));
  const seen = {
    all: sql<boolean>`true`,
    department: sql<boolean>`(u.id = ${viewer.id} or ${inDepartments(viewer.departmentIds)})`,
    own: sql<boolean>`u.id = ${viewer.id}`,
  }[viewer.visibility];
  return sql<boolean>`${seen}
    and ${departmentId === undefined ? sql`true` : isAsked(departmentId)}
    and ${userId === undefined ? sql`true` : sql`u.id = ${userId}`}`;
}

/**
 * Everything that the transaction reads from now on is from one snapshot, so that totals and rows agree. A month of what 500 users did is
 * sorted in memory.
 */
export async function useReadOnlySnapshot(q: Query): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(q);
  await sql`set local work_mem = '32MB'`.execute(q);
}

/** The same for transactions that also write: they fail if another transaction has changed the same rows. */
export async function useSnapshot(q: Query): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(q);
}
