import { readWeek, writeDay, type WeekPeriod } from '@trunkline/contract';

const LOCALES: Record<string, string> = { id: 'id-ID' };
const localeOf = (language: string): string => LOCALES[language] ?? 'en-GB';

/** Returns the name of a weekday, "Monday" for 1, long or short. */
export function weekdayName(weekday: number, language: string, style: 'long' | 'short'): string {
  // The first of January 2024 was a Monday.
  const date = Date.UTC(2024, 0, weekday);
  return Intl.DateTimeFormat(localeOf(language), { weekday: style, timeZone: 'UTC' }).format(date);
}

/** Formats a date, "25 Dec 2026" for `2026-12-25`, independent of the time zone. */
export function dayWords(date: string, language: string): string {
  const format = Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(Date.parse(date));
}

/** Formats stored hours of a week or a day: "Mon–Fri 08:00–17:00, Sat 08:00–12:00". */
export function hoursWords(hours: string, language: string): string {
  const week = readWeek(hours);
  if (!week || week.length === 0) return hours.replaceAll('-', '–').replaceAll(' ', ', ');
  return alikeDays(week)
    .map(({ first, last, text }) => {
      const [from, to] = [first, last].map((day) => weekdayName(day, language, 'short'));
      return `${first === last ? from : `${from}–${to}`} ${text.replaceAll('-', '–').replaceAll(' ', ' + ')}`;
    })
    .join(', ');
}

type EqualDays = { first: number; last: number; text: string };

function alikeDays(week: readonly WeekPeriod[]): EqualDays[] {
  const runs: EqualDays[] = [];
  for (const weekday of new Set(week.map((period) => period.weekday))) {
    const text = writeDay(week.filter((period) => period.weekday === weekday));
    const run = runs.at(-1);
    if (run && run.last === weekday - 1 && run.text === text) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, text });
  }
  return runs;
}
