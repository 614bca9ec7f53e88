import { expect, test } from 'vitest';
import { AppError } from '#platform/errors';
import { newRoomName } from './room-hosts.ts';

/** Several media servers, of which the first `busy` ones asked refuse. */
function engineOf(servers: number, busy: number) {
  const asked: string[] = [];
  return {
    asked,
    servers,
    demandLine: (room: string): Promise<void> => {
      asked.push(room);
      return asked.length <= busy ? Promise.reject(new AppError('lines_busy')) : Promise.resolve();
    },
  };
}

test('where one is busy another is asked, by a name of its own', async () => {
  const engine = engineOf(4, 2);
  expect(await newRoomName(engine, 'visitor-1')).toBe(engine.asked[2]);
  expect(new Set(engine.asked).size).toBe(3);
});

test.each([
  ['three of many', 8, 3],
  ['the only one', 1, 1],
])('when %s say so, all lines are busy', async (_who, servers, times) => {
  const engine = engineOf(servers, 100);
  await expect(newRoomName(engine, 'visitor-1')).rejects.toMatchObject({ code: 'lines_busy' });
  expect(engine.asked).toHaveLength(times);
});

test('a fault is no busy line, and is not tried again', async () => {
  const engine = { ...engineOf(4, 0), demandLine: () => Promise.reject(new Error('broken')) };
  await expect(newRoomName(engine, 'visitor-1')).rejects.toThrow('broken');
});
