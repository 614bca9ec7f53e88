import { expect, it } from 'vitest';
import { wallTimes } from './wall-times.ts';

const times = (time: string, zone: string, from: string, to: string) =>
  wallTimes(time, zone, { from: Date.parse(from), to: Date.parse(to) }).map(({ day, at }) => [
    day,
    at.toISOString().slice(0, 16),
  ]);

it('shows eight o’clock once a day, whatever the offset is', () => {
  expect(times('08:00', 'Europe/Berlin', '2026-10-24T00:00Z', '2026-10-27T00:00Z')).toEqual([
    ['2026-10-24', '2026-10-24T06:00'],
    ['2026-10-25', '2026-10-25T07:00'],
    ['2026-10-26', '2026-10-26T07:00'],
  ]);
});

it('takes the first of an hour that comes twice', () => {
  expect(times('02:30', 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-26T12:00Z')).toEqual([
    ['2026-10-25', '2026-10-25T00:30'],
    ['2026-10-26', '2026-10-26T01:30'],
  ]);
});

it('takes the first moment after an hour that is left out', () => {
  expect(times('02:30', 'Europe/Berlin', '2027-03-27T12:00Z', '2027-03-29T12:00Z')).toEqual([
    ['2027-03-28', '2027-03-28T01:00'],
    ['2027-03-29', '2027-03-29T00:30'],
  ]);
});

it('has its beginning in it and its end not', () => {
  expect(times('08:00', 'Asia/Jakarta', '2026-11-26T01:00Z', '2026-11-27T01:00Z')).toEqual([
    ['2026-11-26', '2026-11-26T01:00'],
  ]);
});

it('finds none in a moment without length', () => {
  expect(times('08:00', 'Pacific/Auckland', '2026-11-26T19:00Z', '2026-11-26T19:00Z')).toEqual([]);
});
