import type { Language } from './codes.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const UNITS = {
  en: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  id: { day: 'hari', hour: 'jam', minute: 'mnt', second: 'dtk' },
} as const satisfies Record<Language, Record<string, string>>;

type Limits = {
  /** `hour` for working time, where a day of work is not 24 hours: "28 h 5 min". */
  largest?: 'day' | 'hour';
  /** `minute` for what is refreshed too seldom to show seconds; below one minute there are seconds all the same. */
  smallest?: 'minute' | 'second';
};

/**
 * How long something took or lasts, in its two largest units: "45 s", "13 min 56 s", "2 h 5 min", "3 d 4 h".
 * Rounded once, to the smallest unit shown, so that there is never "60 s" or "24 h" beside a larger unit. Pure.
 */
export function durationText(
  seconds: number,
  language: Language,
  { largest = 'day', smallest = 'second' }: Limits = {},
): string {
  const unit = UNITS[language];
  const exact = Math.max(0, seconds);
  let whole = Math.round(exact);
  if (whole < MINUTE) return `${whole} ${unit.second}`;
  if (whole >= HOUR || smallest === 'minute') whole = Math.round(exact / MINUTE) * MINUTE;
  if (largest === 'day' && whole >= DAY) {
    whole = Math.round(exact / HOUR) * HOUR;
    return twoUnits(whole, [DAY, unit.day], [HOUR, unit.hour], language);
  }
  if (whole >= HOUR) return twoUnits(whole, [HOUR, unit.hour], [MINUTE, unit.minute], language);
  return twoUnits(whole, [MINUTE, unit.minute], [1, unit.second], language);
}

/** A running clock or a position in a recording: "0:23", "1:02:03". Never ahead of the time that has passed. */
export function stopwatchText(seconds: number): string {
  const { hours, minutes, rest } = clockParts(seconds);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

/** The stopwatch of a call window, always with hours: "00:00:23". */
export function callStopwatchText(seconds: number): string {
  const { hours, minutes, rest } = clockParts(seconds);
  return [hours, minutes, rest].map(twoDigits).join(':');
}

function clockParts(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds));
  return {
    hours: Math.floor(whole / HOUR),
    minutes: Math.floor((whole % HOUR) / MINUTE),
    rest: whole % MINUTE,
  };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function twoUnits(
  whole: number,
  [size, unit]: readonly [number, string],
  [smallSize, smallUnit]: readonly [number, string],
  language: Language,
): string {
  const rest = (whole % size) / smallSize;
  const text = `${Math.floor(whole / size).toLocaleString(language)} ${unit}`;
  return rest > 0 ? `${text} ${rest} ${smallUnit}` : text;
}
