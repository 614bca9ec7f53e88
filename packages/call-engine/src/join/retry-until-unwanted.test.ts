import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RoomAccessError } from './room-access.ts';
import { retryUntilUnwanted } from './retry-until-unwanted.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isWanted = () => true;

test('a failed attempt is repeated with a new admission', async () => {
  let token = 'before';
  const shown: string[] = [];
  const attempt = () => {
    shown.push(token);
    return token === 'before' ? Promise.reject(new Error('no longer good')) : Promise.resolve();
  };
  const done = retryUntilUnwanted(attempt, { isWanted, renew: async () => void (token = 'after') });
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(shown).toEqual(['before', 'after']);
});

test('a final refusal of the new admission ends the attempts at once, and is the reported reason', async () => {
  let asked = 0;
  const renew = () => {
    asked += 1;
    return Promise.reject(new RoomAccessError('the meeting has ended', 'meeting_ended'));
  };
  const told = retryUntilUnwanted(() => Promise.reject(new Error('no longer good')), {
    isWanted,
    renew,
  }).catch(String);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await told).toBe('Error: the meeting has ended');
  expect(asked).toBe(1);
});

test('a server that is unreachable for a moment, as during a restart, is retried', async () => {
  let isAway = true;
  const attempt = () => (isAway ? Promise.reject(new Error('cut off')) : Promise.resolve());
  const renew = () => {
    if (!isAway) return Promise.resolve();
    return Promise.reject(new RoomAccessError('fetch failed'));
  };
  const done = retryUntilUnwanted(attempt, { isWanted, renew });
  await vi.advanceTimersByTimeAsync(1000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  await expect(done).resolves.toBeUndefined();
});
