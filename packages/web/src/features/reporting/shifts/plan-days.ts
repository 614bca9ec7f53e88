import type { PlannedShift } from '@trunkline/contract';

const DAY_MS = 86_400_000;

/** Returns the date a number of days later, `2026-11-26`. Pure. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the minutes between two times of day; the later one may be on the next day. Pure. */
const minutesBetween = (start: string, end: string): number =>
  (minutesOf(end) - minutesOf(start) + 1440) % 1440;

/** Returns the planned working time of a day's shifts without their breaks, ignoring daylight saving. Pure. */
export const plannedMinutes = (shifts: readonly PlannedShift[]): number =>
  shifts.reduce(
    (sum, { start, end, breaks }) =>
      sum +
      minutesBetween(start, end) -
      breaks.reduce((rest, one) => rest + minutesBetween(one.start, one.end), 0),
    0,
  );
