import { stretchesOf } from './offsets.ts';

const DAY_MS = 86_400_000;

/** A day of a calendar, `2026-11-26`, and the moment at which its clock shows a time. */
export type WallTime = { day: string; at: Date };

/**
 * The moments from `from` (in) to `to` (out), in milliseconds, at which clocks in a zone show `time` ("08:00"): once each day. Of an hour
 * that comes twice the first counts; where it is left out, the first moment after it. Pure.
 */
export function wallTimes(
  time: string,
  zone: string,
  { from, to }: { from: number; to: number },
): WallTime[] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const inDay = (hours * 60 + minutes) * 60_000;
  // Whoever looks around a change of the clocks must see it whole.
  const stretches = [...stretchesOf(zone, from - 2 * DAY_MS, to + 2 * DAY_MS)];
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
