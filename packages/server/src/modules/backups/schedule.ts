import { stretchesOf } from '#platform/calendar/offsets';

const DAY_MS = 86_400_000;

/** Every moment in a stretch of time at which a clock in that zone shows `at`; an hour that is left out has none. Pure. */
function momentsOf(at: string, zone: string, { from, to }: { from: number; to: number }): number[] {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const inDay = (hours * 60 + minutes) * 60_000;
  const moments: number[] = [];
  for (const stretch of stretchesOf(zone, from, to)) {
    const firstDay = Math.floor((stretch.from + stretch.offset) / DAY_MS);
    const lastDay = Math.floor((stretch.to + stretch.offset) / DAY_MS);
    for (let day = firstDay; day <= lastDay; day += 1) {
      const moment = day * DAY_MS + inDay - stretch.offset;
      if (moment >= stretch.from && moment < stretch.to) moments.push(moment);
    }
  }
  return moments;
}

/** Whether the clock has shown `at` since then: however often, one backup will do. */
export function isDue(at: string, zone: string, { since, now }: { since: Date; now: Date }): boolean {
  // What is older than two days changes nothing, and a server that was off for a year need not count.
  const from = Math.max(since.getTime() + 1, now.getTime() - 2 * DAY_MS);
  return momentsOf(at, zone, { from, to: now.getTime() + 1 }).length > 0;
}

/** When the clock shows `at` next. */
export function nextOf(at: string, zone: string, now: Date): Date {
  const from = now.getTime() + 1;
  const [next = from + DAY_MS] = momentsOf(at, zone, { from, to: from + 3 * DAY_MS });
  return new Date(next);
}
