import { afterEach, expect, it, vi } from 'vitest';
import { toast, toasts } from './toast.ts';

const texts = () => toasts.get().map((shown) => shown.text);

afterEach(() => {
  vi.useRealTimers();
  toasts.set([]);
});

it('stands there once, however often it is said, and for its time from the last', () => {
  vi.useFakeTimers();
  toast('Saved');
  vi.advanceTimersByTime(2000);
  toast('Copied');
  toast('Saved');
  expect(texts()).toEqual(['Copied', 'Saved']);
  vi.advanceTimersByTime(2000);
  expect(texts()).toEqual(['Copied', 'Saved']);
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual([]);
});

it('never piles up: the newest three stay', () => {
  for (const text of ['one', 'two', 'three', 'four']) toast(text, { kind: 'failed' });
  expect(texts()).toEqual(['two', 'three', 'four']);
});
