import { expect, it } from 'vitest';
import { daysLater, plannedMinutes } from './plan-days.ts';

it('moves over the edges of months', () => {
  expect([daysLater('2026-11-26', 7), daysLater('2026-11-02', -7)]).toEqual(['2026-12-03', '2026-10-26']);
});

it('adds up a day of work, over midnight and without breaks', () => {
  const day = { start: '08:00', end: '17:00', breaks: [{ start: '12:00', end: '13:00' }] };
  const night = { start: '22:00', end: '06:00', breaks: [{ start: '23:45', end: '00:15' }] };
  expect([plannedMinutes([]), plannedMinutes([day]), plannedMinutes([night])]).toEqual([0, 480, 450]);
});
