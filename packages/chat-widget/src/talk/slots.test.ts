import { describe, expect, it } from 'vitest';
import { daysFrom, timesOf } from './slots.ts';

const clock = (time: Date) => `${time.getHours()}:${String(time.getMinutes()).padStart(2, '0')}`;

describe('the times to be called at', () => {
  it('are the half hours of a day that are still to come', () => {
    const now = new Date(2026, 10, 23, 18, 25);
    expect(timesOf(new Date(2026, 10, 23), now).map(clock)).toEqual(['19:00', '19:30', '20:00']);
    expect(timesOf(new Date(2026, 10, 24), now).map(clock)).toHaveLength(25);
    expect(timesOf(new Date(2026, 10, 22), now)).toEqual([]);
  });

  it('are on seven days, from today on while it has a time left', () => {
    const dates = (now: Date) => daysFrom(now).map((day) => day.getDate());
    expect(dates(new Date(2026, 10, 23, 12))).toEqual([23, 24, 25, 26, 27, 28, 29]);
    expect(dates(new Date(2026, 10, 23, 20))).toEqual([24, 25, 26, 27, 28, 29, 30]);
    expect(dates(new Date(2026, 10, 28, 23)).at(-1)).toBe(5);
  });

  it('stay within the two weeks that the server takes', () => {
    const now = new Date(2026, 2, 27, 21);
    const last = timesOf(daysFrom(now).at(-1) ?? now, now).at(-1);
    expect((last?.getTime() ?? Infinity) - now.getTime()).toBeLessThan(14 * 86_400_000);
  });
});
