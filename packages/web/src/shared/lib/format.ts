import type { Language } from '@trunkline/contract';
import { durationText as textOf, stopwatchText as clockText } from '@trunkline/contract/duration-text';
import { sizeText } from '@trunkline/contract/size-text';
import { languageStore } from './language.ts';
import { timeZoneStore } from './time-zone.ts';

type Time = string | number | Date;

const LOCALES: Record<Language, string> = { en: 'en-GB', id: 'id-ID' };
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** How long ago a time was, in the user's language: "just now", "5 min ago", "3 h ago", "yesterday", then the date. */
export function relativeTime(time: Time, now: number = Date.now()): string {
  const seconds = Math.round((now - toMs(time)) / 1000);
  const relative = relativeFormatter();
  const past = Math.abs(seconds);
  if (past < 45) return languageStore.get() === 'id' ? 'baru saja' : 'just now';
  if (past < HOUR) return relative.format(-truncated(seconds / MINUTE), 'minute');
  if (past < DAY) return asInDurations(relative.format(-truncated(seconds / HOUR), 'hour'));
  if (past < 7 * DAY) return asInDurations(relative.format(-Math.round(seconds / DAY), 'day'));
  return shortDate(time, now);
}

/** Returns "tomorrow" for 1 and "yesterday" for -1, in the language of the screen. */
export const relativeDay = (days: number): string => relativeFormatter().format(days, 'day');

const relativeFormatter = (): Intl.RelativeTimeFormat =>
  formatter('relative', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));

/** With the units of `durationText`, which stands in the same lists: English "h" for hours; Indonesian "hari", where "h" would be days. */
const asInDurations = (text: string): string => text.replace(/ h(?= lalu|$)/, ' hari').replace(/ hr\b/, ' h');

/** Truncates instead of rounding, so that nothing reads "60 min ago" or "24 h ago". */
const truncated = (count: number): number => Math.trunc(count) || Math.sign(count);

/** "3 Nov", with the year when it is another one. */
export function shortDate(time: Time, now: number = Date.now()): string {
  const date = toMs(time);
  const year = dateFormatter('year', { year: 'numeric' });
  if (year.format(date) === year.format(now))
    return dateFormatter('day', { day: 'numeric', month: 'short' }).format(date);
  return dateFormatter('day-year', { day: 'numeric', month: 'short', year: 'numeric' }).format(date);
}

/** Returns a text that is the same for all times of one day and differs for other days. */
export function dayOf(time: Time): string {
  return dateFormatter('whole-day', { day: 'numeric', month: 'numeric', year: 'numeric' }).format(toMs(time));
}

/** "14:05". */
export function clockTime(time: Time): string {
  return dateFormatter('clock', { hour: '2-digit', minute: '2-digit' }).format(toMs(time));
}

/**
 * "Fri, 20 Nov 2026, 14:05:09": for hovering. With " GMT+7" behind it where that is not the zone of this device: the customer's widget
 * shows the same message in the customer's own.
 */
export function exactTime(time: Time): string {
  const zone = timeZoneStore.get();
  return dateFormatter('exact', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(zone && zone !== deviceZone() && { timeZoneName: 'short' }),
  }).format(toMs(time));
}

const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "20 Nov 2026" of `2026-11-20`: a date is the same in every time zone. */
export function calendarDate(date: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return formatter('calendar', (locale) => new Intl.DateTimeFormat(locale, options)).format(
    toMs(`${date}T00:00:00Z`),
  );
}

/** "20 Nov" of `2026-11-20`, for places where the year is clear. */
export function calendarDay(date: string): string {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return formatter('calendar-day', (locale) => new Intl.DateTimeFormat(locale, options)).format(
    toMs(`${date}T00:00:00Z`),
  );
}

/** "Fri 20 Nov" of `2026-11-20`. */
export function weekday(date: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return formatter('weekday', (locale) => new Intl.DateTimeFormat(locale, options)).format(
    toMs(`${date}T00:00:00Z`),
  );
}

/** "Nov 2026" of `2026-11-20`. */
export function calendarMonth(date: string): string {
  const options = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return formatter('calendar-month', (locale) => new Intl.DateTimeFormat(locale, options)).format(
    toMs(`${date}T00:00:00Z`),
  );
}

/** "20 Nov 2026, 14:05". */
export function minuteTime(time: Time): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return dateFormatter('minute', { ...day, hour: '2-digit', minute: '2-digit' }).format(toMs(time));
}

type Smallest = 'minute' | 'second';

/** A length of time: "45 s", "13 min 56 s", "2 h 5 min", "3 d 4 h". To the minute where it is updated too seldom for seconds. */
export const durationText = (seconds: number, smallest: Smallest = 'second'): string =>
  textOf(seconds, languageStore.get(), { smallest });

/** A sum of working time, in hours at most: "28 h 5 min", because a working day is not 24 hours. */
export const workTimeText = (seconds: number, smallest: Smallest = 'second'): string =>
  textOf(seconds, languageStore.get(), { largest: 'hour', smallest });

/** A running clock: "0:23", "1:02:03", and from a day on "3 d 4 h". */
export const stopwatchText = (seconds: number): string =>
  seconds < DAY ? clockText(seconds) : durationText(seconds);

/** A number with the language's separators. */
export function number(value: number): string {
  return formatter('number', (locale) => new Intl.NumberFormat(locale)).format(value);
}

/** A share from 0 to 1: "81.9%". */
export function percent(share: number): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const;
  return formatter('percent', (locale) => new Intl.NumberFormat(locale, options)).format(share);
}

/** By how many points of a hundred a share has risen or fallen: "+7.4". */
export function percentPoints(change: number): string {
  const options = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const;
  return formatter('points', (locale) => new Intl.NumberFormat(locale, options)).format(change * 100);
}

/** A file's size: "340 kB", "2.1 MB". */
export const fileSize = (bytes: number): string => sizeText(bytes, languageStore.get());

// Creating an Intl formatter costs far more than using it, so each is made once per language and time zone.
const made = new Map<string, unknown>();

function formatter<F extends object>(kind: string, make: (locale: string) => F): F {
  const key = `${languageStore.get()} ${kind}`;
  const known = made.get(key);
  // The key contains the kind, so the cached formatter has this type.
  if (known) return known as F;
  const fresh = make(LOCALES[languageStore.get()]);
  made.set(key, fresh);
  return fresh;
}

function dateFormatter(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = timeZoneStore.get();
  const inZone = { hour12: false, ...options, ...(timeZone && { timeZone }) };
  return formatter(`${timeZone} ${kind}`, (locale) => new Intl.DateTimeFormat(locale, inZone));
}

function toMs(time: Time): number {
  return typeof time === 'number' ? time : new Date(time).getTime();
}
