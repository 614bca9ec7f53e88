import { describe, expect, it } from 'vitest';
import {
  currentDayIn,
  comparisonDays,
  daysOfRange,
  isRange,
  type CalendarDays,
  type RangeName,
} from './date-range.ts';

/** A Wednesday. */
const TODAY = '2026-11-25';

describe('the days of a range, and those before', () => {
  it.each<[RangeName, CalendarDays, CalendarDays]>([
    ['today', { from: '2026-11-25', to: '2026-11-25' }, { from: '2026-11-24', to: '2026-11-24' }],
    ['yesterday', { from: '2026-11-24', to: '2026-11-24' }, { from: '2026-11-23', to: '2026-11-23' }],
    ['week', { from: '2026-11-23', to: '2026-11-25' }, { from: '2026-11-16', to: '2026-11-18' }],
    ['last-week', { from: '2026-11-16', to: '2026-11-22' }, { from: '2026-11-09', to: '2026-11-15' }],
    ['7-days', { from: '2026-11-19', to: '2026-11-25' }, { from: '2026-11-12', to: '2026-11-18' }],
    ['30-days', { from: '2026-10-27', to: '2026-11-25' }, { from: '2026-09-27', to: '2026-10-26' }],
    ['month', { from: '2026-11-01', to: '2026-11-25' }, { from: '2026-10-01', to: '2026-10-25' }],
    ['last-month', { from: '2026-10-01', to: '2026-10-31' }, { from: '2026-09-01', to: '2026-09-30' }],
  ])('%s', (range, days, before) => {
    expect(daysOfRange({ range }, TODAY)).toEqual(days);
    expect(comparisonDays({ range }, TODAY)).toEqual(before);
  });

  it('of a custom range are compared with as many days before', () => {
    const custom = { range: 'custom', from: '2026-03-01', to: '2026-03-10' } as const;
    expect(daysOfRange(custom, TODAY)).toEqual({ from: '2026-03-01', to: '2026-03-10' });
    expect(comparisonDays(custom, TODAY)).toEqual({ from: '2026-02-19', to: '2026-02-28' });
  });

  it('of a month are compared with a shorter one up to its end, and over the turn of a year', () => {
    expect(comparisonDays({ range: 'month' }, '2026-03-31')).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(daysOfRange({ range: 'last-month' }, '2026-01-15')).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    });
    expect(daysOfRange({ range: 'week' }, '2026-03-01')).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  });
});

it('a day is the workspace’s, not the device’s', () => {
  const now = Date.parse('2026-11-25T18:30:00Z');
  expect(currentDayIn('Asia/Jakarta', now)).toBe('2026-11-26');
  expect(currentDayIn('America/New_York', now)).toBe('2026-11-25');
});

it('a range has its days in order', () => {
  expect(isRange({ from: '2026-11-01', to: '2026-11-01' })).toBe(true);
  expect(isRange({ from: 'today', to: '2026-11-01' })).toBe(false);
});
