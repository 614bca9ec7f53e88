import { type RawBuilder, sql } from 'kysely';
import type { Query } from '#platform/db';
import { openSpans } from '#platform/calendar/working-time';
import { readHours } from '#modules/settings';

/** When some departments are open: the starts and ends of spans in order, and the seconds that are open before each. */
type OpenTimes = { departments: number[]; starts: string[]; ends: string[]; before: number[] };
export type OfficeHours = readonly OpenTimes[];

/** The office hours of all departments, as they are set now, from one moment to another. */
export async function readOfficeHours(
  q: Query,
  { from, until }: { from: Date; until: Date },
): Promise<OfficeHours> {
  const { rows } = await sql<{ departments: number[] }>`
    select array_agg(id order by id)::int[] as departments from departments group by office_hours_id order by 1`.execute(
    q,
  );
  // One entry without departments, so that the table is not empty in a workspace without any.
  const all: OpenTimes[] = [{ departments: [], ...timesOf([]) }];
  for (const { departments } of rows) {
    const { calendar } = await readHours(q, departments[0] ?? 0);
    all.push({ departments, ...timesOf(openSpans(calendar, from, until)) });
  }
  return all;
}

function timesOf(spans: readonly { from: number; to: number }[]): Omit<OpenTimes, 'departments'> {
  let open = 0;
  const before = spans.map(({ from, to }) => {
    const sum = open;
    open += (to - from) / 1000;
    return sum;
  });
  const iso = (ms: number) => new Date(ms).toISOString();
  return { starts: spans.map(({ from }) => iso(from)), ends: spans.map(({ to }) => iso(to)), before };
}

/** A CTE `open_times` with the office hours of departments. */
export function openTimesWith(hours: OfficeHours): RawBuilder<unknown> {
  const rows = hours.map(
    ({ departments, starts, ends, before }) =>
      sql`(${departments}::bigint[], ${starts}::timestamptz[], ${ends}::timestamptz[], ${before}::numeric[])`,
  );
  return sql`open_times (departments, starts, ends, before) as (values ${sql.join(rows)})`;
}

/** The whole seconds between two moments in the office hours `o` of `open_times`. */
export const openSeconds = (from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`greatest(0, floor(${openUntil(to)} - ${openUntil(from)}))::int`;

const openUntil = (at: RawBuilder<unknown>) => sql`coalesce(
  o.before[width_bucket(${at}, o.starts)] + extract(epoch from
    least(${at}, o.ends[width_bucket(${at}, o.starts)]) - o.starts[width_bucket(${at}, o.starts)]), 0)`;
