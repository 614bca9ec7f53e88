import { expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { createWorkerThreads, ResourceLimitError } from './threads.ts';

const BUDGET_MS = 1000;
/** Answers with its thread id, never, or by allocating more memory than allowed. */
const program = new URL(
  `data:text/javascript,
  import { parentPort, threadId } from 'node:worker_threads';
  const kept = [];
  parentPort.on('message', (said) => {
    if (said === 'loop') for (;;);
    if (said === 'hoard') for (;;) kept.push(Array.from({ length: 1000 }, () => ({ kept })));
    if (said === 'die') process.exit(1);
    parentPort.postMessage(threadId);
  });`.replaceAll('\n', ' '),
);

function threads(most = 1) {
  const clock = testClock();
  const pool = createWorkerThreads<string, number>({ program, most, memoryMb: 32, clock });
  const run = (...said: string[]) =>
    pool.run(BUDGET_MS, async ({ ask }) => {
      const answers: number[] = [];
      for (const one of said) answers.push(await ask(one));
      return answers;
    });
  return { clock, run, stop: pool.stop };
}

it('uses a thread again, and for one at a time', async () => {
  const { run, stop } = threads();
  const all = await Promise.all([run('a', 'b'), run('c'), run('d')]);
  expect(new Set(all.flat()).size).toBe(1);
  await stop();
  await expect(run('e')).rejects.toThrow('stopped');
});

it('ends one that takes too long, and does the rest with another', async () => {
  const { clock, run, stop } = threads();
  const [first] = await run('a');
  const endless = run('loop');
  const waiting = run('b');
  clock.advance(BUDGET_MS);
  await expect(endless).rejects.toThrow(ResourceLimitError);
  expect((await waiting)[0]).not.toBe(first);
  await stop();
});

it('ends one that takes too much memory, or ends by itself', async () => {
  const { run, stop } = threads();
  await expect(run('hoard')).rejects.toThrow(ResourceLimitError);
  await expect(run('die')).rejects.toThrow('ended');
  expect(await run('a')).toHaveLength(1);
  await stop();
});

it('ends one whose asker has failed in between', async () => {
  const clock = testClock();
  const pool = createWorkerThreads<string, number>({ program, most: 1, memoryMb: 32, clock });
  const failing = pool.run(BUDGET_MS, async ({ ask }) => {
    await ask('a');
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(await pool.run(BUDGET_MS, ({ ask }) => ask('b'))).toBeGreaterThan(0);
  await pool.stop();
});
