import { fromZoned, toZoned } from '#shared/fields/zoned-time.ts';

export type SnoozeTime = { name: 'later' | 'tomorrow' | 'nextWeek'; at: string };

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const MORNING = 'T09:00';

/**
 * The suggested times, in the workspace's time zone: in three hours if that is still today, tomorrow morning, and Monday morning
 * if that is another day.
 */
export function snoozeTimes(now: number): SnoozeTime[] {
  const today = toZoned(new Date(now).toISOString()).slice(0, 10);
  const later = new Date(Math.ceil((now + 3 * HOUR_MS) / QUARTER_MS) * QUARTER_MS).toISOString();
  const tomorrow = dayAfter(today, 1);
  const monday = dayAfter(today, daysToMonday(today));
  return [
    ...(toZoned(later).startsWith(today) ? [{ name: 'later', at: later } as const] : []),
    ...morningOf('tomorrow', tomorrow),
    ...(monday === tomorrow ? [] : morningOf('nextWeek', monday)),
  ];
}

function morningOf(name: SnoozeTime['name'], day: string): SnoozeTime[] {
  const at = fromZoned(`${day}${MORNING}`);
  return at === null ? [] : [{ name, at }];
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);

const daysToMonday = (day: string): number => (8 - new Date(`${day}T00:00Z`).getUTCDay()) % 7 || 7;
