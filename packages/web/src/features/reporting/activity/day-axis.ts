import type { ActivityDay, ActivityDays } from '@trunkline/contract';

const HOUR_MS = 3_600_000;
/** The axis covers at least this many hours, so that a short day is not stretched. */
const LEAST_HOURS = 6;
const MARKS_MAX = 13;

/** The drawn span of a day, and the hours that are marked. */
export type DayAxis = { from: number; until: number; marks: number[] };

/** Returns the axis: whole hours around the activity of all people, within the day. */
export function axisOf({ people, from, until }: Pick<ActivityDays, 'people' | 'from' | 'until'>): DayAxis {
  const [first, last] = [Date.parse(from), Date.parse(until)];
  const moments = people.flatMap(({ stretches }) => stretches.flatMap((one) => [one.from, one.until]));
  const times = moments.map((moment) => Date.parse(moment));
  const begins = times.length > 0 ? Math.min(...times) : first;
  const start = first + Math.floor((begins - first) / HOUR_MS) * HOUR_MS;
  const least = start + LEAST_HOURS * HOUR_MS;
  const ends = Math.max(least, first + Math.ceil((Math.max(begins, ...times) - first) / HOUR_MS) * HOUR_MS);
  const end = Math.min(last, ends);
  const hours = Math.round((end - start) / HOUR_MS);
  const step = Math.ceil(hours / MARKS_MAX);
  const marks = Array.from({ length: Math.floor(hours / step) + 1 }, (_, n) => start + n * step * HOUR_MS);
  return { from: start, until: end, marks };
}

/** Returns the position of a span on the axis in percent. */
export function positionOn(axis: DayAxis, { from, until }: { from: string; until: string }) {
  const width = axis.until - axis.from;
  const share = (ms: number) => (100 * (ms - axis.from)) / width;
  const start = share(Math.max(axis.from, Date.parse(from)));
  return {
    left: `${start}%`,
    width: `${Math.max(0, share(Math.min(axis.until, Date.parse(until))) - start)}%`,
  };
}

/** Returns by how many seconds the breaks of a day exceed their limits, each break counted once. */
export function secondsOverLimit({ stretches }: Pick<ActivityDay, 'stretches'>): number {
  let sum = 0;
  let counted = 0;
  for (const { user_activity_id: activity, over_seconds: over } of stretches) {
    // A break may consist of several stretches, each of which carries the excess of the whole break.
    if (over > 0 && over !== counted) sum += over;
    if (activity !== 1) counted = over;
  }
  return sum;
}
