import { describe, expect, test } from 'vitest';
import { nextRingTime, callBackTimeProblem } from './call-back-state.ts';

const due = '2026-11-23T10:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(due) + minutes * 60_000);

describe('when a call-back is tried again', () => {
  test.each([
    [1, 3, 8],
    [5, 40, 45],
    [6, 50, 110],
    [20, 23 * 60, 24 * 60],
  ])('after try %i, %i minutes late: at minute %i', (attempts, late, next) => {
    expect(nextRingTime({ dueAt: due, attempts }, after(late))).toEqual(after(next));
  });

  test('not at all when that would be more than a day late', () => {
    expect(nextRingTime({ dueAt: due, attempts: 29 }, after(23 * 60 + 1))).toBeNull();
    expect(nextRingTime({ dueAt: due, attempts: 1 }, after(24 * 60 - 4))).toBeNull();
  });
});

describe('the time to be called at', () => {
  const now = new Date(due);
  test.each([null, after(1).toISOString(), after(14 * 1440).toISOString()])('%s is fine', (at) => {
    expect(callBackTimeProblem(at, now)).toBeUndefined();
  });

  test.each([
    [after(0).toISOString(), /future/],
    [after(-1).toISOString(), /future/],
    [after(14 * 1440 + 1).toISOString(), /14 days/],
  ])('%s is not', (at, problem) => {
    expect(callBackTimeProblem(at, now)).toMatch(problem);
  });
});
