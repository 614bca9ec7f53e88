import { timeZoneStore } from '../lib/time-zone.ts';

/** A moment as a field for date and time takes it, `2026-11-22T15:00`, in the zone in which times are read. */
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

/** The moment that was typed; null where it is none. An hour that a change of the clocks leaves out is the next one. */
export function fromZoned(typed: string): string | null {
  const wall = Date.parse(`${typed}Z`);
  if (Number.isNaN(wall)) return null;
  const ahead = (at: number) => Date.parse(`${toZoned(new Date(at).toISOString())}Z`) - at;
  // How far ahead the zone is depends on the moment, which is not known yet: the second look is right.
  const near = wall - ahead(wall);
  return new Date(wall - ahead(near)).toISOString();
}
