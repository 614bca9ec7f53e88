import { wallTimes } from '#platform/calendar/wall-times';

const DAY_MS = 86_400_000;

/** Whether the clock has shown `at` since then: however often, one backup will do. */
export function isDue(at: string, zone: string, { since, now }: { since: Date; now: Date }): boolean {
  // What is older than two days changes nothing, and a server that was off for a year need not count.
  const from = Math.max(since.getTime() + 1, now.getTime() - 2 * DAY_MS);
  return wallTimes(at, zone, { from, to: now.getTime() + 1 }).length > 0;
}

/** When the clock shows `at` next. */
export function nextOf(at: string, zone: string, now: Date): Date {
  const from = now.getTime() + 1;
  const [next] = wallTimes(at, zone, { from, to: from + 3 * DAY_MS });
  return next?.at ?? new Date(from + DAY_MS);
}
