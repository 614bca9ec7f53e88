import { offsetSpansOf } from './offsets.ts';

const DAY_MS = 86_400_000;

/** A day of a calendar, `2026-11-26`, and the moment of a local time on it. */
export type WallTime = { day: string; at: Date };

/**
 * The moments from `from` (inclusive) to `to` (exclusive), in milliseconds, at which local time in a zone is `time` ("08:00"):
 * one per day. Of a time that occurs twice the first counts; if it is skipped, the first moment after it. Pure.
 */
export function wallTimes(
  time: string,
  zone: string,
  { from, to }: { from: number; to: number },
): WallTime[] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const inDay = (hours * 60 + minutes) * 60_000;
  // A margin of two days, so that a change of clocks at the edge is seen.
  const stretches = [...offsetSpansOf(zone, from - 2 * DAY_MS, to + 2 * DAY_MS)];
  const [first] = stretches;
  const last = stretches.at(-1);
  if (!first || !last) return [];
  const found: WallTime[] = [];
  const lastDay = Math.floor((to + last.offset) / DAY_MS);
  for (let day = Math.floor((from + first.offset) / DAY_MS) - 1; day <= lastDay; day += 1) {
    const wall = day * DAY_MS + inDay;
    const stretch = stretches.find((one) => one.to + one.offset > wall);
    if (!stretch) continue;
    const at = Math.max(stretch.from, wall - stretch.offset);
    if (at >= from && at < to)
      found.push({ day: new Date(day * DAY_MS).toISOString().slice(0, 10), at: new Date(at) });
  }
  return found;
}
