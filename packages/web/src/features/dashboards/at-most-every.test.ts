import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('many calls are one run when the time is over, and none comes after the end', () => {
  const run = vi.fn<() => void>();
  const { call, stop } = atMostEvery(15_000, run);
  for (let n = 0; n < 50; n += 1) call();
  vi.advanceTimersByTime(14_999);
  expect(run).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(20_000);
  expect(run).toHaveBeenCalledTimes(1);
  call();
  vi.advanceTimersByTime(0);
  expect(run).toHaveBeenCalledTimes(2);
  call();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(2);
});
