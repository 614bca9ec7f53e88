import { expect, it } from 'vitest';
import { breaksIn, shiftMinutes } from './shift-times.ts';

const shift = (start: string, end: string, ...breaks: [string, string][]) =>
  shiftMinutes({ start, end, breaks: breaks.map(([from, to]) => ({ start: from, end: to })) });

it('ends on the next day where the clock shows an earlier time at its end', () => {
  expect(shift('08:00', '17:00', ['12:00', '13:00'])).toEqual({
    start: 480,
    end: 1020,
    breaks: [{ start: 720, end: 780 }],
  });
  expect(shift('22:00', '06:00', ['23:45', '00:15'], ['03:00', '03:30'])).toEqual({
    start: 1320,
    end: 1800,
    breaks: [
      { start: 1425, end: 1455 },
      { start: 1620, end: 1650 },
    ],
  });
});

it('has a length, and its breaks in it, one after the other', () => {
  expect(shift('08:00', '08:00')).toBeUndefined();
  expect(shift('08:00', '17:00', ['17:00', '17:30'])).toBeUndefined();
  expect(shift('08:00', '17:00', ['16:45', '17:15'])).toBeUndefined();
  expect(shift('08:00', '17:00', ['07:00', '07:30'])).toBeUndefined();
  expect(shift('08:00', '17:00', ['12:00', '13:00'], ['12:30', '13:30'])).toBeUndefined();
});

it('reads breaks of a file', () => {
  expect(breaksIn('')).toEqual([]);
  expect(breaksIn('12:00-13:00 9:15–9:30')).toEqual([
    { start: '12:00', end: '13:00' },
    { start: '09:15', end: '09:30' },
  ]);
  expect(breaksIn('noon')).toBeUndefined();
});
