import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patiently } from './patiently.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an attempt that failed is made again with what the door gives by then', async () => {
  let token = 'before';
  const shown: string[] = [];
  const done = patiently(
    () => {
      shown.push(token);
      return token === 'before' ? Promise.reject(new Error('no longer good')) : Promise.resolve();
    },
    { isWanted: () => true, renew: async () => void (token = 'after') },
  );
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(shown).toEqual(['before', 'after']);
});

test('what the door refuses meanwhile is the reason that is told', async () => {
  const told = patiently(() => Promise.reject(new Error('no longer good')), {
    isWanted: () => true,
    renew: () => Promise.reject(new Error('the meeting has ended')),
  }).catch(String);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await told).toBe('Error: the meeting has ended');
});
