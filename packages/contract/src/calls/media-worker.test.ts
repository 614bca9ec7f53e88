import { expect, test } from 'vitest';
import { mediaWorkerIndex } from './media-worker.ts';

test('rooms are spread evenly over media servers, and each always to the same one', () => {
  const counts = [0, 0, 0];
  for (let n = 0; n < 3000; n += 1) counts[mediaWorkerIndex(`3f2c-room-${n}`, 3)]! += 1;
  for (const count of counts) expect(count).toBeGreaterThan(900);
  expect(mediaWorkerIndex('the same', 7)).toBe(mediaWorkerIndex('the same', 7));
});

test('one media server has every room', () => {
  expect(['', 'a', 'ü'].map((room) => mediaWorkerIndex(room, 1))).toEqual([0, 0, 0]);
});
