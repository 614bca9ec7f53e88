/** Minutes of the day in local time; 1440 is the next midnight. A period over midnight is written as two. */
export type DayPeriod = { from_minute: number; to_minute: number };
/** 1 is Monday, 7 is Sunday. */
export type WeekPeriod = DayPeriod & { weekday: number };

export const PERIODS_PER_DAY = 10;
const DAY_MINUTES = 1440;
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

const PERIOD = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/;

/**
 * Parses the periods of a day, `08:00-12:00 13:00-17:00`, and sorts them; null where one ends before it begins, or two overlap.
 * An empty text gives none.
 */
export function readDay(text: string): DayPeriod[] | null {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const periods = words.map(readPeriod).filter((period) => period !== null);
  if (periods.length < words.length || periods.length > PERIODS_PER_DAY) return null;
  const sorted = periods.toSorted((a, b) => a.from_minute - b.from_minute);
  const overlaps = sorted.some((period, index) => period.from_minute < (sorted[index - 1]?.to_minute ?? 0));
  return overlaps ? null : sorted;
}

/** Parses the periods of a week, `Mo-Fr 09:00-17:00; Sa 09:00-12:00`; null where a part is invalid. */
export function readWeek(text: string): WeekPeriod[] | null {
  const week = new Map<number, DayPeriod[]>();
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    const read = readPart(part.trim());
    if (!read || read.weekdays.some((weekday) => week.has(weekday))) return null;
    for (const weekday of read.weekdays) week.set(weekday, read.periods);
  }
  return DAYS.flatMap((_, index) =>
    (week.get(index + 1) ?? []).map((period) => ({ weekday: index + 1, ...period })),
  );
}

/** A day's periods as text for `readDay`. */
export const writeDay = (periods: readonly DayPeriod[]): string =>
  periods.map(({ from_minute: from, to_minute: to }) => `${clockText(from)}-${clockText(to)}`).join(' ');

/** A week's periods as text for `readWeek`; consecutive equal days are combined. */
export function writeWeek(periods: readonly WeekPeriod[]): string {
  const days = DAYS.map((_, index) => writeDay(periods.filter(({ weekday }) => weekday === index + 1)));
  const parts = days.flatMap((hours, first) => {
    if (hours === '' || days[first - 1] === hours) return [];
    const end = days.findIndex((other, index) => index > first && other !== hours);
    const last = (end < 0 ? days.length : end) - 1;
    return [`${DAYS[first]}${last > first ? `-${DAYS[last]}` : ''} ${hours}`];
  });
  return parts.join('; ');
}

/** A minute of the day as `08:30`. */
export const clockText = (minute: number): string => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;

/** Parses `08:30` to a minute of the day; null where it is invalid. */
export function readClock(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return hours !== undefined && Number(minutes) < 60 && minute <= DAY_MINUTES ? minute : null;
}

const pad = (value: number): string => String(value).padStart(2, '0');

function readPeriod(word: string): DayPeriod | null {
  if (!PERIOD.test(word)) return null;
  const [from = '', to = ''] = word.split('-');
  const [from_minute, to_minute] = [readClock(from), readClock(to)];
  if (from_minute === null || to_minute === null || from_minute >= to_minute) return null;
  return { from_minute, to_minute };
}

function readPart(part: string): { weekdays: number[]; periods: DayPeriod[] } | null {
  const [, first = '', last = first, hours = ''] =
    /^([A-Za-z]{2})(?:-([A-Za-z]{2}))?\s+(.+)$/s.exec(part) ?? [];
  const [from, to] = [dayOf(first), dayOf(last)];
  const periods = readDay(hours);
  if (from === 0 || to < from || !periods || periods.length === 0) return null;
  return { weekdays: Array.from({ length: to - from + 1 }, (_, index) => from + index), periods };
}

const dayOf = (name: string): number => DAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase()) + 1;
