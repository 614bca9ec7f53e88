import { afterEach, expect, it } from 'vitest';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import { snoozeTimes } from './snooze-times.ts';

afterEach(() => timeZoneStore.set(undefined));

const timesAt = (zone: string, now: string) => {
  timeZoneStore.set(zone);
  return snoozeTimes(Date.parse(now)).map(({ name, at }) => `${name} ${at}`);
};

it('offers times of the day in the zone of the workspace, not of this device', () => {
  // A Thursday afternoon in Jakarta.
  expect(timesAt('Asia/Jakarta', '2026-11-26T07:02:00.000Z')).toEqual([
    'later 2026-11-26T10:15:00.000Z',
    'tomorrow 2026-11-27T02:00:00.000Z',
    'nextWeek 2026-11-30T02:00:00.000Z',
  ]);
});

it('leaves out what is no longer today, and Monday where that is tomorrow', () => {
  expect(timesAt('Asia/Jakarta', '2026-11-29T15:30:00.000Z')).toEqual(['tomorrow 2026-11-30T02:00:00.000Z']);
});

it('means nine in the morning also after the clocks were changed', () => {
  // It is Saturday; Berlin's clocks go back that night.
  expect(timesAt('Europe/Berlin', '2026-10-24T10:00:00.000Z')).toEqual([
    'later 2026-10-24T13:00:00.000Z',
    'tomorrow 2026-10-25T08:00:00.000Z',
    'nextWeek 2026-10-26T08:00:00.000Z',
  ]);
});
