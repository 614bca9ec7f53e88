import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDay, readWeek, writeDay, writeWeek } from './hours-text.ts';

const day = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { maxLength: 12 })
  .map((cuts) => cuts.toSorted((a, b) => a - b))
  .map((cuts) =>
    Array.from({ length: Math.floor(cuts.length / 2) }, (_, index) => ({
      from_minute: cuts[2 * index] ?? 0,
      to_minute: cuts[2 * index + 1] ?? 0,
    })),
  );
const week = fc
  .array(day, { minLength: 7, maxLength: 7 })
  .map((days) => days.flatMap((periods, index) => periods.map((one) => ({ weekday: index + 1, ...one }))));

describe('hours as text', () => {
  it('come back as they were written', () => {
    fc.assert(
      fc.property(week, (periods) => {
        expect(readWeek(writeWeek(periods))).toEqual(periods);
      }),
    );
    fc.assert(
      fc.property(day, (periods) => {
        expect(readDay(writeDay(periods))).toEqual(periods);
      }),
    );
  });

  it('put days together that are alike', () => {
    const text = 'Mo-Fr 08:00-12:00 13:00-17:00; Su 20:00-24:00';
    const read = readWeek('mo-th 13:00-17:00, 8:00-12:00;Fr 08:00-12:00 13:00-17:00; su 20:00-24:00');
    expect(writeWeek(read ?? [])).toBe(text);
  });

  it.each([
    ['periods that overlap', 'Mo 08:00-12:00 11:00-17:00'],
    ['a period that ends before it begins', 'Mo 17:00-08:00'],
    ['a period of nothing', 'Mo 08:00-08:00'],
    ['a day twice', 'Mo-Fr 08:00-12:00; We 13:00-14:00'],
    ['a day that there is not', 'Xx 08:00-12:00'],
    ['days that run backwards', 'Fr-Mo 08:00-12:00'],
    ['a day without hours', 'Mo'],
    ['a minute that there is not', 'Mo 08:60-12:00'],
    ['an hour that there is not', 'Mo 08:00-24:01'],
    ['words', 'always'],
  ])('do not take %s', (_what, text) => {
    expect(readWeek(text)).toBeNull();
  });
});
