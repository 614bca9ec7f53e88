import { expect, it } from 'vitest';
import { isDue, nextBackupTime } from './schedule.ts';

const at = (moment: string) => new Date(moment);

it.each([
  ['Asia/Jakarta', '02:00', '2026-11-26T10:00:00Z', '2026-11-26T19:00:00.000Z'],
  ['UTC', '02:00', '2026-11-26T02:00:00Z', '2026-11-27T02:00:00.000Z'],
  ['Pacific/Auckland', '23:30', '2026-11-26T10:29:00Z', '2026-11-26T10:30:00.000Z'],
  // In the night when clocks go forward there is no 02:30: 03:00 is the first moment after it.
  ['Europe/Berlin', '02:30', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
])('in %s the next %s after %s is %s', (zone, time, now, next) => {
  expect(nextBackupTime(time, zone, at(now)).toISOString()).toBe(next);
});

it.each([
  ['it has just come', '2026-11-25T19:00:00Z', '2026-11-26T19:00:00Z', true],
  ['it was done already', '2026-11-26T19:00:00Z', '2026-11-26T20:00:00Z', false],
  ['it has not come yet', '2026-11-25T19:00:00Z', '2026-11-26T18:59:59Z', false],
  ['the server was off for a month', '2026-10-20T00:00:00Z', '2026-11-26T10:00:00Z', true],
])('%s', (_what, since, now, due) => {
  expect(isDue('02:00', 'Asia/Jakarta', { since: at(since), now: at(now) })).toBe(due);
});
