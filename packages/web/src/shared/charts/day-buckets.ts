import { calendarDay, calendarMonth } from '#shared/lib/format.ts';

const DAY_MS = 86_400_000;
const WEEK = 7;

type Unit = 'day' | 'week' | 'month';
/** What one point of a chart stands for; both days are included. */
export type DayBucket<Row> = { key: string; until: string; rows: Row[] };
export type DayBuckets<Row> = { unit: Unit; buckets: DayBucket<Row>[] };

type Days = { from: string; until: string };

const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const plus = (day: string, days: number): string => toDay(toMs(day) + days * DAY_MS);
const daysIn = ({ from, until }: Days): number => (toMs(until) - toMs(from)) / DAY_MS + 1;

/** Weeks begin on Monday; the first of January 1970 was a Thursday. */
const weekdayOf = (day: string): number => (toMs(day) / DAY_MS + 3) % WEEK;

/** Returns the last day of the bucket that a day is in. */
const LAST_DAY: Record<Unit, (day: string) => string> = {
  day: (day) => day,
  week: (day) => plus(day, WEEK - 1 - weekdayOf(day)),
  month: (day) => {
    const [year = 0, month = 1] = day.split('-').map(Number);
    return toDay(Date.UTC(year, month, 0));
  },
};

/**
 * Puts rows of days into the points of a chart: every day of the range, also those without a row, or every week or month
 * where that would be more than `max` points. Of a range with more days, what is before the first row is left out. Pure.
 */
export function dayBuckets<Row extends { day: string }>(
  rows: readonly Row[],
  range: Days,
  max: number,
): DayBuckets<Row> {
  const first = rows.reduce((least, { day }) => (day < least ? day : least), range.until);
  const from = daysIn(range) > max && first > range.from ? first : range.from;
  const days = daysIn({ from, until: range.until });
  const unit = days <= max ? 'day' : days <= max * WEEK ? 'week' : 'month';
  const buckets: DayBucket<Row>[] = [];
  for (let key = from; key <= range.until;) {
    const last = LAST_DAY[unit](key);
    const until = last < range.until ? last : range.until;
    buckets.push({ key, until, rows: [] });
    key = plus(until, 1);
  }
  for (const row of rows) buckets.findLast(({ key }) => key <= row.day)?.rows.push(row);
  return { unit, buckets };
}

/** Names a point of a chart by its first day: "20 Nov", "Nov 2026". */
export const bucketName = (unit: Unit, key: string): string =>
  unit === 'month' ? calendarMonth(key) : calendarDay(key);
