import {
  DAY_MS,
  exceptionsBetween,
  isException,
  MINUTE_MS,
  msOfPeriods,
  periodsOn,
  weekdayOf,
  type Calendar,
} from './calendar.ts';
import { stretchesOf } from './offsets.ts';

/**
 * Open is when a clock on the wall shows a time within a period. So an hour that clocks skip is never open, and one
 * that they show twice is open twice. Between two changes of the clocks wall time runs as evenly as time itself, and
 * whole weeks are multiplied, not walked.
 */
const YEAR_MS = 365.2425 * DAY_MS;
/** After so many years every combination of date and weekday has been: what has not opened by then never will. */
const HORIZON_MS = 400 * YEAR_MS;

/** Milliseconds between two moments that are within opening hours; 0 when the second is not after the first. */
export function workingTimeBetween(calendar: Calendar, from: Date, to: Date): number {
  let sum = 0;
  for (const stretch of stretchesOf(calendar.timeZone, from.getTime(), to.getTime()))
    sum += openMs(calendar, stretch.from + stretch.offset, stretch.to + stretch.offset);
  return sum;
}

/** The first moment by which so much working time has gone by; undefined when that never comes. */
export function addWorkingTime(calendar: Calendar, from: Date, ms: number): Date | undefined {
  if (ms <= 0) return from;
  if (isNeverOpen(calendar)) return undefined;
  let left = ms;
  const start = from.getTime();
  for (const stretch of stretchesOf(calendar.timeZone, start, start + HORIZON_MS)) {
    const wall = stretch.from + stretch.offset;
    const open = openMs(calendar, wall, stretch.to + stretch.offset);
    if (open >= left)
      return new Date(
        firstAfter(calendar, { wall, length: stretch.to - stretch.from, left }) - stretch.offset,
      );
    left -= open;
  }
  return undefined;
}

export function isOpenAt(calendar: Calendar, at: Date): boolean {
  return workingTimeBetween(calendar, at, new Date(at.getTime() + 1)) > 0;
}

/** The moment itself when it is within opening hours, or else the next that is; undefined when none comes. */
export function nextOpening(calendar: Calendar, from: Date): Date | undefined {
  const first = addWorkingTime(calendar, from, 1);
  return first && new Date(first.getTime() - 1);
}

/** Is it a holiday there at that moment, be it open for some hours or not? */
export function isHolidayAt(calendar: Calendar, at: Date): boolean {
  const [stretch] = stretchesOf(calendar.timeZone, at.getTime(), at.getTime() + 1);
  return stretch !== undefined && isException(calendar, Math.floor((stretch.from + stretch.offset) / DAY_MS));
}

function isNeverOpen({ msOfWeek, byDay, byDayOfYear }: Calendar): boolean {
  return (
    msOfWeek === 0 &&
    [...byDay.values(), ...byDayOfYear.values()].every((periods) => msOfPeriods(periods) === 0)
  );
}

/** Closes in on the first wall time by which `left` has gone by. The stretch has that much. */
function firstAfter(
  calendar: Calendar,
  { wall, length, left }: { wall: number; length: number; left: number },
): number {
  let low = 0;
  let high = length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (openMs(calendar, wall, wall + middle) >= left) high = middle;
    else low = middle;
  }
  return wall + high;
}

/** Open milliseconds between two wall times of one stretch. */
function openMs(calendar: Calendar, from: number, to: number): number {
  const first = Math.floor(from / DAY_MS);
  const last = Math.floor(to / DAY_MS);
  if (first === last) return openOnDay(calendar, first, from, to);
  return (
    openOnDay(calendar, first, from, to) +
    openOnWholeDays(calendar, first + 1, last) +
    openOnDay(calendar, last, from, to)
  );
}

function openOnDay(calendar: Calendar, day: number, from: number, to: number): number {
  return periodsOn(calendar, day).reduce((sum, period) => {
    const start = Math.max(from, day * DAY_MS + period.from_minute * MINUTE_MS);
    const end = Math.min(to, day * DAY_MS + period.to_minute * MINUTE_MS);
    return sum + Math.max(0, end - start);
  }, 0);
}

function openOnWholeDays(calendar: Calendar, first: number, end: number): number {
  const weeks = Math.floor(Math.max(0, end - first) / 7);
  let sum = weeks * calendar.msOfWeek;
  const usual = (day: number) => calendar.msOfWeekday[weekdayOf(day)] ?? 0;
  for (let day = first + weeks * 7; day < end; day += 1) sum += usual(day);
  for (const day of exceptionsBetween(calendar, first, end))
    sum += msOfPeriods(periodsOn(calendar, day)) - usual(day);
  return sum;
}
