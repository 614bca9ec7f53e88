import {
  DAY_MS,
  exceptionsBetween,
  hasException,
  MINUTE_MS,
  msOfPeriods,
  periodsOn,
  weekdayOf,
  type Calendar,
} from './calendar.ts';
import { offsetSpansOf, type OffsetSpan } from './offsets.ts';

/**
 * A moment is open when local time is within a period: an hour that clocks skip is never open, and one that they repeat is open
 * twice. Between two changes of clocks, local time runs evenly, so whole weeks are multiplied instead of iterated.
 */
const YEAR_MS = 365.2425 * DAY_MS;
/** After this long every combination of date and weekday has occurred: what has not opened by then never will. */
const HORIZON_MS = 400 * YEAR_MS;

/** Milliseconds between two moments that are within opening hours; 0 when `to` is not after `from`. */
export function workingTimeBetween(calendar: Calendar, from: Date, to: Date): number {
  let sum = 0;
  for (const stretch of offsetSpansOf(calendar.timeZone, from.getTime(), to.getTime()))
    sum += openMs(calendar, stretch.from + stretch.offset, stretch.to + stretch.offset);
  return sum;
}

/** The open spans from one moment to another, in order, as milliseconds. */
export function openSpans(calendar: Calendar, from: Date, to: Date): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (const stretch of offsetSpansOf(calendar.timeZone, from.getTime(), to.getTime())) {
    const last = Math.floor((stretch.to + stretch.offset) / DAY_MS);
    for (let day = Math.floor((stretch.from + stretch.offset) / DAY_MS); day <= last; day += 1)
      spans.push(...openSpansOn(calendar, day, stretch));
  }
  return spans;
}

function openSpansOn(calendar: Calendar, day: number, stretch: OffsetSpan): { from: number; to: number }[] {
  const wall = day * DAY_MS - stretch.offset;
  return periodsOn(calendar, day)
    .toSorted((a, b) => a.from_minute - b.from_minute)
    .map((period) => ({
      from: Math.max(stretch.from, wall + period.from_minute * MINUTE_MS),
      to: Math.min(stretch.to, wall + period.to_minute * MINUTE_MS),
    }))
    .filter((span) => span.to > span.from);
}

/** The first moment at which so many milliseconds of working time have passed; undefined if that never happens. */
export function addWorkingTime(calendar: Calendar, from: Date, ms: number): Date | undefined {
  if (ms <= 0) return from;
  if (isNeverOpen(calendar)) return undefined;
  let left = ms;
  const start = from.getTime();
  for (const stretch of offsetSpansOf(calendar.timeZone, start, start + HORIZON_MS)) {
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

/** The moment itself if it is within opening hours, else the next one that is; undefined if there is none. */
export function nextOpening(calendar: Calendar, from: Date): Date | undefined {
  const first = addWorkingTime(calendar, from, 1);
  return first && new Date(first.getTime() - 1);
}

/** Whether the day of that moment has an exception, even if some hours of it are open. */
export function isHolidayAt(calendar: Calendar, at: Date): boolean {
  const [stretch] = offsetSpansOf(calendar.timeZone, at.getTime(), at.getTime() + 1);
  return (
    stretch !== undefined && hasException(calendar, Math.floor((stretch.from + stretch.offset) / DAY_MS))
  );
}

function isNeverOpen({ msOfWeek, byDay, byDayOfYear }: Calendar): boolean {
  return (
    msOfWeek === 0 &&
    [...byDay.values(), ...byDayOfYear.values()].every((periods) => msOfPeriods(periods) === 0)
  );
}

/** Finds the first local time by which `left` has passed by bisection; the span must be long enough. */
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

/** Open milliseconds between two local times of one span. */
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
