import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayBuckets } from './day-buckets.ts';

const rowsOf = (...days: string[]) => days.map((day) => ({ day }));
const keysOf = (found: ReturnType<typeof dayBuckets>) => found.buckets.map(({ key }) => key);

describe('the points of a chart over days', () => {
  it('are all days of a short range, also those on which nothing happened', () => {
    const found = dayBuckets(rowsOf('2026-11-24'), { from: '2026-11-23', until: '2026-11-26' }, 31);
    expect(found.unit).toBe('day');
    expect(keysOf(found)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']);
    expect(found.buckets.map(({ rows }) => rows.length)).toEqual([0, 1, 0, 0]);
  });

  it('are weeks from Monday on where there would be too many days, and end with the range', () => {
    const found = dayBuckets(
      rowsOf('2026-10-01', '2026-11-25'),
      { from: '2026-10-01', until: '2026-11-25' },
      31,
    );
    expect(found.unit).toBe('week');
    expect(keysOf(found).slice(0, 3)).toEqual(['2026-10-01', '2026-10-05', '2026-10-12']);
    expect(found.buckets.at(-1)).toMatchObject({ key: '2026-11-23', until: '2026-11-25' });
  });

  it('begin with the first row of a long range, and are months where weeks are too many', () => {
    const range = { from: '2016-11-28', until: '2026-11-27' };
    expect(dayBuckets(rowsOf('2026-11-20'), range, 31)).toMatchObject({
      unit: 'day',
      buckets: { length: 8 },
    });
    const months = dayBuckets(rowsOf('2026-01-15', '2026-11-20'), range, 31);
    expect(months.unit).toBe('month');
    expect(keysOf(months).slice(0, 2)).toEqual(['2026-01-15', '2026-02-01']);
  });

  it('are none of the range before its end when there are no rows at all', () => {
    expect(keysOf(dayBuckets([], { from: '2016-11-28', until: '2026-11-27' }, 31))).toEqual(['2026-11-27']);
  });

  const dayText = (date: Date) => date.toISOString().slice(0, 10);
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
  it('take in each row of the range once', () => {
    fc.assert(
      fc.property(fc.array(day), day, day, (dates, one, other) => {
        const [from = '', until = ''] = [one, other].map(dayText).toSorted();
        const rows = rowsOf(...dates.map(dayText)).filter((row) => row.day >= from && row.day <= until);
        const { buckets } = dayBuckets(rows, { from, until }, 31);
        expect(buckets.flatMap((bucket) => bucket.rows).length).toBe(rows.length);
        for (const { key, until: last, rows: found } of buckets)
          expect(found.every((row) => row.day >= key && row.day <= last)).toBe(true);
      }),
    );
  });
});
