import { timeZoneStore } from '../lib/time-zone.ts';

/** Formats a moment for an input of date and time, `2026-11-22T15:00`, in the time zone of the screen. */
export function toZoned(moment: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timeZoneStore.get(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(moment));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Parses what was typed; null where it is no time. An hour skipped by daylight saving becomes the next one. */
export function fromZoned(typed: string): string | null {
  const wall = Date.parse(`${typed}Z`);
  if (Number.isNaN(wall)) return null;
  const ahead = (at: number) => Date.parse(`${toZoned(new Date(at).toISOString())}Z`) - at;
  // The zone's offset depends on the moment, which is not known yet: the second pass is right.
  const near = wall - ahead(wall);
  return new Date(wall - ahead(near)).toISOString();
}
