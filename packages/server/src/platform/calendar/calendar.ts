/** Minutes of the day in local time, from 0 (midnight) to 1440 (the next midnight). */
export type Period = { from_minute: number; to_minute: number };

export type CalendarException = {
  /** `2026-12-25` */
  date: string;
  /** Every year on that day of that month; 29 February in leap years only. */
  isYearly: boolean;
  /** Replaces the periods of the week; empty means closed. */
  periods: readonly Period[];
};

export type CalendarDefinition = {
  timeZone: string;
  /** Seven days, Monday first. */
  week: readonly (readonly Period[])[];
  /** If two are for one day, the one for that date wins over a yearly one, and the first of the same kind. */
  exceptions: readonly CalendarException[];
};

/** Opening hours, prepared for counting. Days are counted from 1 January 1970, in the calendar's own time zone. */
export type Calendar = {
  timeZone: string;
  week: readonly (readonly Period[])[];
  msOfWeekday: readonly number[];
  msOfWeek: number;
  byDay: ReadonlyMap<number, readonly Period[]>;
  byDayOfYear: ReadonlyMap<string, readonly Period[]>;
};

export const MINUTE_MS = 60_000;
export const DAY_MS = 1440 * MINUTE_MS;
const NONE: readonly Period[] = [];

/** Periods of a day may be in any order; they must not overlap. */
export function createCalendar({ timeZone, week, exceptions }: CalendarDefinition): Calendar {
  const byDay = new Map<number, readonly Period[]>();
  const byDayOfYear = new Map<string, readonly Period[]>();
  for (const { date, isYearly, periods } of exceptions) {
    const day = Math.floor(Date.parse(date) / DAY_MS);
    const monthAndDay = date.slice(-5);
    if (!isYearly && !byDay.has(day)) byDay.set(day, periods);
    if (isYearly && !byDayOfYear.has(monthAndDay)) byDayOfYear.set(monthAndDay, periods);
  }
  const msOfWeekday = week.map(msOfPeriods);
  const msOfWeek = msOfWeekday.reduce((sum, ms) => sum + ms, 0);
  return { timeZone, week, msOfWeekday, msOfWeek, byDay, byDayOfYear };
}

export const msOfPeriods = (periods: readonly Period[]): number =>
  periods.reduce((sum, period) => sum + (period.to_minute - period.from_minute) * MINUTE_MS, 0);

/** 0 is Monday: day 0 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

export function periodsOn(calendar: Calendar, day: number): readonly Period[] {
  const exception = calendar.byDay.get(day) ?? yearlyOn(calendar, day);
  return exception ?? calendar.week[weekdayOf(day)] ?? NONE;
}

/** Whether the day has an exception, whatever is open on it. */
export const hasException = (calendar: Calendar, day: number): boolean =>
  calendar.byDay.has(day) || yearlyOn(calendar, day) !== undefined;

function yearlyOn({ byDayOfYear }: Calendar, day: number): readonly Period[] | undefined {
  if (byDayOfYear.size === 0) return undefined;
  return byDayOfYear.get(new Date(day * DAY_MS).toISOString().slice(-19, -14));
}

/** The days from `first` to before `end` that have exceptions. */
export function exceptionsBetween(calendar: Calendar, first: number, end: number): number[] {
  const days = [...calendar.byDay.keys()].filter((day) => day >= first && day < end);
  if (calendar.byDayOfYear.size === 0 || end <= first) return days;
  for (let year = yearOf(first); year <= yearOf(end - 1); year += 1) {
    for (const monthAndDay of calendar.byDayOfYear.keys()) {
      const day = dayOf(year, monthAndDay);
      if (day !== undefined && day >= first && day < end && !calendar.byDay.has(day)) days.push(day);
    }
  }
  return days;
}

const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/** Undefined in a year without that day. */
function dayOf(year: number, monthAndDay: string): number | undefined {
  const [month = 1, date = 1] = monthAndDay.split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1, date));
  return at.getUTCDate() === date ? at.getTime() / DAY_MS : undefined;
}
