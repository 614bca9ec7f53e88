import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runKeyed, withinBytes } from './run-keyed.ts';

describe('running what belongs together in order', () => {
  type Item = { name: string; keys: Set<string> | null; ms: number };
  const item = (name: string, keys: string[] | null, ms = 1): Item => ({
    name,
    keys: keys && new Set(keys),
    ms,
  });

  async function log(items: Item[], concurrency = 3): Promise<string[]> {
    const lines: string[] = [];
    const run = async ({ name, ms }: Item) => {
      lines.push(`${name} begins`);
      await sleep(ms);
      lines.push(`${name} ends`);
    };
    await runKeyed(items, { concurrency, orderingKeys: ({ keys }) => keys, run });
    return lines;
  }

  it('lets what is apart run at the same time', async () => {
    const lines = await log([item('a', ['x'], 30), item('b', ['y'], 30)]);
    expect(lines.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('never runs more than so many at the same time', async () => {
    const lines = await log([item('a', ['x']), item('b', ['y']), item('c', ['z'])], 1);
    expect(lines).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('waits for everything before that it shares something with, and for that only', async () => {
    const lines = await log([item('a', ['x'], 30), item('b', ['y']), item('c', ['x', 'y'])]);
    expect(lines.indexOf('c begins')).toBeGreaterThan(lines.indexOf('a ends'));
    expect(lines.indexOf('b ends')).toBeLessThan(lines.indexOf('a ends'));
  });

  it('waits on both sides of what may have to do with any', async () => {
    const lines = await log([item('a', ['x'], 20), item('b', null, 20), item('c', ['y'])]);
    expect(lines).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('ends everything that has begun before it says that one failed', async () => {
    let ended = 0;
    const run = async ({ name, ms }: Item) => {
      await sleep(ms);
      if (name === 'a') throw new Error('a failed');
      ended += 1;
    };
    const items = [item('a', ['x']), item('b', ['y'], 40)];
    await expect(runKeyed(items, { concurrency: 2, orderingKeys: ({ keys }) => keys, run })).rejects.toThrow(
      'a failed',
    );
    expect(ended).toBe(1);
  });
});

describe('the first ones up to a size', () => {
  const sizes = (list: number[]) =>
    withinBytes(
      list.map((size) => ({ size })),
      10,
    ).map(({ size }) => size);
  it('takes no more than that together', () => expect(sizes([4, 6, 1])).toEqual([4, 6]));
  it('takes at least one', () => expect(sizes([40, 1])).toEqual([40]));
  it('leaves none out in between', () => expect(sizes([4, 9, 1])).toEqual([4]));
});
