import { afterEach, expect, it, vi } from 'vitest';
import { runToastAction, holdToast, latestWithAction, releaseToast, toast, toasts } from './toast.ts';

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

it('undoes each of several things that are said alike, the latest first', () => {
  vi.useFakeTimers();
  const undone: number[] = [];
  for (const n of [1, 2, 3, 4]) toast('Discarded', { action: { label: 'Undo', run: () => undone.push(n) } });
  for (const text of ['one', 'two']) toast(text, { kind: 'failed' });
  expect(texts()).toEqual(['Discarded', 'Discarded', 'Discarded', 'Discarded', 'two']);
  for (let latest = latestWithAction(toasts.get()); latest; latest = latestWithAction(toasts.get()))
    runToastAction(latest);
  expect(undone).toEqual([4, 3, 2, 1]);
});

it('stays as long as somebody is at its buttons, and its whole time after that', () => {
  vi.useFakeTimers();
  toast('Solved', { action: { label: 'Undo', run: () => undefined } });
  const [{ id } = { id: 0 }] = toasts.get();
  vi.advanceTimersByTime(7000);
  holdToast(id);
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['Solved']);
  releaseToast(id);
  vi.advanceTimersByTime(7999);
  expect(texts()).toEqual(['Solved']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  releaseToast(id);
  vi.advanceTimersByTime(9000);
  expect(texts()).toEqual([]);
});
