import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReconnectTimer } from './reconnect-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('waits longer with every attempt, and shortly again after a success', () => {
  const open = vi.fn();
  const timer = createReconnectTimer(open);
  timer.later();
  vi.advanceTimersByTime(1000);
  timer.later();
  vi.advanceTimersByTime(1999);
  expect(open).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(open).toHaveBeenCalledTimes(2);
  timer.reset();
  timer.later();
  vi.advanceTimersByTime(1000);
  expect(open).toHaveBeenCalledTimes(3);
});

it('waits once, however often it is asked', () => {
  const open = vi.fn();
  const timer = createReconnectTimer(open);
  timer.later();
  timer.later();
  vi.advanceTimersByTime(10_000);
  expect(open).toHaveBeenCalledTimes(1);
});
