import { expect, it } from 'vitest';
import { lastDue, nextDue } from './schedule.ts';

const daily = { every: 'day', weekday: 1, month_day: 1, at: '08:00' } as const;
const at = (moment: string) => new Date(moment);
const next = (schedule: Parameters<typeof nextDue>[0], now: string) =>
  nextDue(schedule, 'Europe/Berlin', at(now))?.toISOString();

it('is at eight on the wall all year', () => {
  expect(next(daily, '2026-10-24T00:00:00Z')).toBe('2026-10-24T06:00:00.000Z');
  expect(next(daily, '2026-10-24T06:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  expect(next(daily, '2026-10-25T07:00:00Z')).toBe('2026-10-26T07:00:00.000Z');
});

it('of a week is on its weekday, of a month on its day', () => {
  expect(next({ ...daily, every: 'week', weekday: 7 }, '2026-11-26T12:00:00Z')).toBe(
    '2026-11-29T07:00:00.000Z',
  );
  expect(next({ ...daily, every: 'month', month_day: 28 }, '2026-11-28T12:00:00Z')).toBe(
    '2026-12-28T07:00:00.000Z',
  );
});

it('at half past two goes once in the night that has it twice, and at three in the night that has none', () => {
  const night = { ...daily, at: '02:30' };
  expect(next(night, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(next(night, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  expect(next(night, '2027-03-27T12:00:00Z')).toBe('2027-03-28T01:00:00.000Z');
  expect(next(night, '2027-03-28T01:00:00Z')).toBe('2027-03-29T00:30:00.000Z');
});

it('sends one where several were missed, and none that was sent', () => {
  const due = (since: string, now: string) =>
    lastDue(daily, 'Europe/Berlin', { since: at(since), now: at(now) })?.toISOString();
  expect(due('2026-11-20T07:00:00Z', '2026-11-26T12:00:00Z')).toBe('2026-11-26T07:00:00.000Z');
  expect(due('2026-11-26T07:00:00Z', '2026-11-26T12:00:00Z')).toBeUndefined();
  expect(due('2026-11-25T07:00:00Z', '2026-11-26T06:59:59Z')).toBeUndefined();
});
