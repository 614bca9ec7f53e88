import { clockTime, dayOf, relativeDay, shortDate } from './format.ts';

/**
 * A moment that may be on another day: "14:05" of today, "tomorrow, 14:05", "yesterday, 14:05", else "24 Nov, 14:05". A clock time alone
 * is taken for one of today.
 */
export function nearTime(time: string | number, now: number): string {
  const clock = clockTime(time);
  const day = dayOf(time);
  if (day === dayOf(now)) return clock;
  const near = [1, -1].find((days) => dayOf(now + days * DAY_MS) === day);
  return `${near === undefined ? shortDate(time, now) : relativeDay(near)}, ${clock}`;
}

const DAY_MS = 86_400_000;
