import { clockTime } from '#shared/lib/format.ts';

export const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Returns when a day begins in a time zone. Pure. */
export function dayStart(day: string, timeZone: string | undefined): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Computed twice, because daylight saving may change between the first estimate and the day's true beginning.
  const first = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(first, timeZone);
}

/** Returns the length of a day in minutes, 23 to 25 hours. Pure. */
export function minutesOfDay(day: string, timeZone: string | undefined): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return Math.round((dayStart(next, timeZone) - dayStart(day, timeZone)) / MINUTE_MS);
}

function offsetAt(at: number, timeZone: string | undefined): number {
  const text = new Intl.DateTimeFormat('sv-SE', {
    ...(timeZone !== undefined && { timeZone }),
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  return Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}

export const timeText = (at: number): string => clockTime(new Date(at).toISOString());
