/** Days of the workspace's calendar, `2026-11-25`; both are included. */
export type CalendarDays = { from: string; to: string };

export const RANGES = [
  'today',
  'yesterday',
  'week',
  'last-week',
  '7-days',
  '30-days',
  'month',
  'last-month',
  'custom',
] as const;
export type RangeName = (typeof RANGES)[number];

/** The range in an address: a name, which is relative to today, or two days. */
export type RangeSearch = { range?: RangeName; from?: string; to?: string; compare?: true };

const DAY_MS = 86_400_000;
/** The server refuses longer ones as well. */
const DAYS_MAX = 3660;

/** Whether both are valid days, in order, and not too far apart. */
export function isRange({ from, to }: CalendarDays): boolean {
  const [first, last] = [toMs(from), toMs(to)];
  return first <= last && (last - first) / DAY_MS < DAYS_MAX;
}

/** The days of a range. `today` is the current day in the workspace's time zone; weeks begin on Monday. */
export function daysOfRange(
  { range = 'today', from = '', to = '' }: RangeSearch,
  today: string,
): CalendarDays {
  const date = new Date(toMs(today));
  const weekday = (date.getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday);
  const month = (offset: number) => toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1));
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: monday, to: today };
    case 'last-week':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case '7-days':
      return { from: addDays(today, -6), to: today };
    case '30-days':
      return { from: addDays(today, -29), to: today };
    case 'month':
      return { from: month(0), to: today };
    case 'last-month':
      return { from: month(-1), to: addDays(month(0), -1) };
    case 'custom':
      return { from, to };
  }
}

/**
 * The days to compare with: for a week or month, the same part of the previous one; otherwise the same number of days before. A
 * shorter month ends earlier.
 */
export function comparisonDays(search: RangeSearch, today: string): CalendarDays {
  const { from, to } = daysOfRange(search, today);
  if (search.range === 'month') {
    const last = daysOfRange({ range: 'last-month' }, today);
    const same = addDays(last.from, count({ from, to }) - 1);
    return { from: last.from, to: same < last.to ? same : last.to };
  }
  if (search.range === 'last-month') return daysOfRange({ range: 'last-month' }, from);
  if (search.range === 'week') return { from: addDays(from, -7), to: addDays(to, -7) };
  const length = count({ from, to });
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/** The current day in a time zone; in that of this device without one. */
export function currentDayIn(timeZone: string | undefined, now: number): string {
  // The Swedish format is YYYY-MM-DD.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

const count = ({ from, to }: CalendarDays): number => Math.round((toMs(to) - toMs(from)) / DAY_MS) + 1;
const addDays = (day: string, days: number): string => toDay(toMs(day) + days * DAY_MS);
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day's midnight in UTC, in milliseconds; NaN if it is not a valid day. */
function toMs(day: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) || toDay(ms) !== day ? Number.NaN : ms;
}
