import { expect, it } from 'vitest';
import { dayStart, minutesOfDay } from './replay-time.ts';

it('knows when a day begins in a zone, and how long it is', () => {
  const iso = (day: string, zone: string) => new Date(dayStart(day, zone)).toISOString();
  expect(iso('2026-11-26', 'Asia/Jakarta')).toBe('2026-11-25T17:00:00.000Z');
  expect(iso('2026-10-25', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z');
  expect(iso('2026-10-26', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z');
  expect(['2026-10-25', '2026-10-26', '2027-03-28'].map((day) => minutesOfDay(day, 'Europe/Berlin'))).toEqual(
    [1500, 1440, 1380],
  );
});
