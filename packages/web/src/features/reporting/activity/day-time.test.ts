import { expect, it } from 'vitest';
import { momentAt, timeIn } from './day-time.ts';

it.each([
  ['2026-11-25T17:00:00.000Z', '08:30:15', 'Asia/Jakarta', '2026-11-26T01:30:15.000Z'],
  ['2026-10-24T22:00:00.000Z', '01:30:00', 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
  ['2026-10-24T22:00:00.000Z', '12:00:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'],
  ['2026-03-28T23:00:00.000Z', '12:00:00', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'],
  ['2026-03-28T23:00:00.000Z', '23:59:59', 'Europe/Berlin', '2026-03-29T21:59:59.000Z'],
])('on the day from %s at %s in %s', (from, time, zone, moment) => {
  expect(momentAt(from, time, zone)).toBe(moment);
  expect(timeIn(moment, zone)).toBe(time);
});
