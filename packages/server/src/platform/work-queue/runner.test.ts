import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createRunner } from './runner.ts';

const log = pino({ level: 'silent' });

/** Work that ends when the test says so. */
function held(options: { concurrency: number; perOwner?: number }) {
  const ends: { id: number; end: () => void }[] = [];
  const run = (id: number) => new Promise<void>((end) => void ends.push({ id, end }));
  return { runner: createRunner({ name: 'work', run, log, ...options }), ends };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('working beside the job queue', () => {
  it('woken while it runs, it runs once more afterwards', async () => {
    const { runner, ends } = held({ concurrency: 2 });
    runner.wake(1);
    runner.wake(1);
    runner.wake(1);
    expect(ends).toHaveLength(1);
    ends[0]?.end();
    await turn();
    expect(ends).toHaveLength(2);
    ends[1]?.end();
    await turn();
    expect(ends).toHaveLength(2);
  });

  it('what waits for a slow server does not keep the others of the same one', () => {
    const { runner, ends } = held({ concurrency: 4, perOwner: 2 });
    for (let n = 0; n < 5; n += 1) runner.wake(7);
    expect(ends.map(({ id }) => id)).toEqual([7, 7]);
  });

  it('no more than so many at the same time, each in turn', async () => {
    const { runner, ends } = held({ concurrency: 2 });
    for (const id of [1, 2, 3]) runner.wake(id);
    expect(ends.map(({ id }) => id)).toEqual([1, 2]);
    ends[0]?.end();
    await turn();
    expect(ends.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('stopped, it ends what it does and begins nothing', async () => {
    const { runner, ends } = held({ concurrency: 2 });
    runner.wake(1);
    runner.wake(1);
    const stopped = runner.stop();
    ends[0]?.end();
    await stopped;
    await turn();
    expect(ends).toHaveLength(1);
  });
});
