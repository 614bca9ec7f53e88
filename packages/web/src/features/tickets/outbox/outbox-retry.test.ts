import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRetrying, isTransient, waitAfter } from './outbox-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Attempts that fail until the test says otherwise. */
function failing() {
  const at: number[] = [];
  const start = Date.now();
  let isBack = false;
  const retrying = createRetrying(() => {
    at.push(Date.now() - start);
    if (!isBack) retrying.failed();
  });
  return { at, retrying, comeBack: () => void (isBack = true) };
}

it('tries again later and later, at most a minute apart, without anything else happening', () => {
  const { at, retrying } = failing();
  retrying.failed();
  vi.advanceTimersByTime(200_000);
  expect(at).toEqual([2000, 6000, 14_000, 29_000, 59_000, 119_000, 179_000]);
});

it('waits once however many messages failed together, and stops when nothing waits', () => {
  const { at, retrying, comeBack } = failing();
  for (let n = 0; n < 5; n += 1) retrying.failed();
  comeBack();
  vi.advanceTimersByTime(100_000);
  expect(at).toEqual([2000]);
});

it('tries at once when the connection is back, and begins anew with short waits', () => {
  const { at, retrying } = failing();
  retrying.failed();
  vi.advanceTimersByTime(20_000);
  retrying.hope();
  vi.advanceTimersByTime(2000);
  expect(at).toEqual([2000, 6000, 14_000, 20_000, 22_000]);
});

it('is for what may get through the next time, and for nothing that was refused', () => {
  expect(['offline', 'unavailable', 'too_many_requests'].every(isTransient)).toBe(true);
  expect(['invalid', 'forbidden', 'stale', 'conflict', 'already_sent'].some(isTransient)).toBe(false);
  expect(waitAfter(0)).toBe(2000);
});
