import { wallTimes } from '#platform/calendar/wall-times';

const DAY_MS = 86_400_000;

/** Whether local time was `at` since then; if several times, one backup is enough. */
export function isDue(at: string, zone: string, { since, now }: { since: Date; now: Date }): boolean {
  // At most two days are searched, which is enough to find one, even after a server was off for a year.
  const from = Math.max(since.getTime() + 1, now.getTime() - 2 * DAY_MS);
  return wallTimes(at, zone, { from, to: now.getTime() + 1 }).length > 0;
}

/** When local time is `at` next. */
export function nextBackupTime(at: string, zone: string, now: Date): Date {
  const from = now.getTime() + 1;
  const [next] = wallTimes(at, zone, { from, to: from + 3 * DAY_MS });
  return next?.at ?? new Date(from + DAY_MS);
}
