import { describe, expect, it } from 'vitest';
import { dayWords, hoursWords, weekdayName } from './calendar-words.ts';

describe('hours in words', () => {
  it('put days together, in the reader’s language', () => {
    const hours = 'Mo-Fr 08:00-12:00 13:00-17:00; Sa 08:00-12:00';
    expect(hoursWords(hours, 'en')).toBe('Mon–Fri 08:00–12:00 + 13:00–17:00, Sat 08:00–12:00');
    expect(hoursWords(hours, 'id')).toBe('Sen–Jum 08:00–12:00 + 13:00–17:00, Sab 08:00–12:00');
  });

  it('of one day stand alone', () => {
    expect(hoursWords('08:00-12:00 13:00-15:00', 'en')).toBe('08:00–12:00, 13:00–15:00');
  });

  it('do not put days together over one that is closed', () => {
    expect(hoursWords('Mo 08:00-12:00; We 08:00-12:00', 'en')).toBe('Mon 08:00–12:00, Wed 08:00–12:00');
  });
});

it('a date is the same wherever one is', () => {
  expect(dayWords('2026-12-25', 'en')).toBe('25 Dec 2026');
  expect(weekdayName(7, 'id', 'long')).toBe('Minggu');
});
