import type { ActivityDay, ActivityStretch } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { axisOf, secondsOverLimit, positionOn } from './day-axis.ts';

const stretch = (from: string, until: string, more: Partial<ActivityStretch> = {}): ActivityStretch => ({
  from,
  until,
  user_activity_id: 6,
  activity_cause: null,
  break_reason_id: null,
  is_closed_by_system: false,
  correction_id: null,
  over_seconds: 0,
  ...more,
});
const person = (stretches: ActivityStretch[]): ActivityDay => ({
  user_id: 1,
  fullname: 'Dewi',
  is_left: false,
  stretches,
  seconds: {},
  signed_in_seconds: 0,
  calls: [],
  corrections: [],
});
const DAY = { from: '2026-11-25T17:00:00.000Z', until: '2026-11-26T17:00:00.000Z' };

it('a day is drawn in whole hours around what was done', () => {
  const people = [person([stretch('2026-11-26T01:10:00Z', '2026-11-26T10:20:00Z')])];
  const axis = axisOf({ people, ...DAY });
  expect(new Date(axis.from).toISOString()).toBe('2026-11-26T01:00:00.000Z');
  expect(new Date(axis.until).toISOString()).toBe('2026-11-26T11:00:00.000Z');
  expect(axis.marks).toHaveLength(11);
  expect(positionOn(axis, { from: '2026-11-26T01:00:00Z', until: '2026-11-26T06:00:00Z' })).toEqual({
    left: '0%',
    width: '50%',
  });
});

it('a short day is six hours wide at least, one without anybody is drawn whole, and none goes over its edge', () => {
  const late = axisOf({
    people: [person([stretch('2026-11-26T15:00:00Z', '2026-11-26T17:00:00Z')])],
    ...DAY,
  });
  expect([late.from, late.until]).toEqual([Date.parse('2026-11-26T15:00:00Z'), Date.parse(DAY.until)]);
  const early = axisOf({
    people: [person([stretch('2026-11-26T01:00:00Z', '2026-11-26T01:05:00Z')])],
    ...DAY,
  });
  expect((early.until - early.from) / 3_600_000).toBe(6);
  expect(axisOf({ people: [], ...DAY }).from).toBe(Date.parse(DAY.from));
});

it('a break in two parts is over its limit once', () => {
  const over = { user_activity_id: 3, over_seconds: 300 } as const;
  const [first, gone, back, ready, second] = [
    stretch('2026-11-26T01:00:00Z', '2026-11-26T01:10:00Z', over),
    stretch('2026-11-26T01:10:00Z', '2026-11-26T01:12:00Z', { user_activity_id: 1 }),
    stretch('2026-11-26T01:12:00Z', '2026-11-26T01:20:00Z', over),
    stretch('2026-11-26T01:20:00Z', '2026-11-26T02:00:00Z'),
    stretch('2026-11-26T02:00:00Z', '2026-11-26T02:20:00Z', over),
  ];
  expect(secondsOverLimit(person([first, gone, back, ready, second]))).toBe(600);
});
