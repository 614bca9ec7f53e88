import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBatch } from './batch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks for those that appear together in one request, as many as it may, and gives null for what was not found', async () => {
  const asked: (readonly number[])[] = [];
  const get = createBatch<{ id: number }>({
    pauseMs: 30,
    most: 2,
    fetch: (ids) => {
      asked.push(ids);
      return Promise.resolve(ids.filter((id) => id !== 2).map((id) => ({ id })));
    },
    idOf: ({ id }) => id,
  });
  const all = Promise.all([get(1), get(2), get(3)]);
  await vi.advanceTimersByTimeAsync(30);
  expect(await all).toEqual([{ id: 1 }, null, { id: 3 }]);
  expect(asked).toEqual([[1, 2], [3]]);
});

it('tells everybody of a request that failed', async () => {
  const get = createBatch<{ id: number }>({
    pauseMs: 30,
    most: 50,
    fetch: () => Promise.reject(new Error('offline')),
    idOf: ({ id }) => id,
  });
  const both = Promise.allSettled([get(1), get(2)]);
  await vi.advanceTimersByTimeAsync(30);
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
