import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../test/db.ts';
import { openProcessLiveness, type ProcessLiveness } from './process/process-liveness.ts';
import { openDb, type Db } from './db.ts';
import { createJobs, type Jobs } from './jobs.ts';

// A process that was killed leaves its jobs locked.

const log = pino({ level: 'silent' });
let db: Db;
let jobs: Jobs;
let alive: ProcessLiveness;
const ran: number[] = [];
let pause = Promise.resolve();

beforeEach(async () => {
  db = openDb((await testDatabase()).url, log);
  alive = await openProcessLiveness(db);
  jobs = createJobs(db, log, alive);
  ran.length = 0;
  pause = Promise.resolve();
  jobs.define<{ n: number }>('note', async ({ n }) => {
    ran.push(n);
    await pause;
  });
});
afterEach(async () => {
  await jobs.stop();
  await alive.close();
  await db.close();
});

const enqueue = (n: number, queue?: string) =>
  db.transaction((tx) => tx.enqueue('note', { n }, queue ? { queue } : {}));
/** Locks the job as a worker does when it starts, `age` ago. */
async function mark(worker: string, age: string): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await db.pool.query(
      `update graphile_worker.${table} set locked_by = $1, locked_at = now() - $2::interval`,
      [worker, age],
    );
}

it('what a killed process had begun is begun again by the next one, and so is all of its queue', async () => {
  await jobs.start();
  await jobs.stop();
  await enqueue(1);
  await enqueue(2, 'in turn');
  await enqueue(3, 'in turn');
  await mark('worker-that-is-gone', '1 minute');
  await jobs.start();
  await expect.poll(() => ran.toSorted((a, b) => a - b), { timeout: 10_000 }).toEqual([1, 2, 3]);
});

it('what a living process works on is left to it, however long that takes', async () => {
  let goOn = (): void => undefined;
  pause = new Promise((resolve) => void (goOn = resolve));
  await jobs.start();
  await enqueue(1, 'in turn');
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual([1]);
  for (const table of ['_private_jobs', '_private_job_queues'])
    await db.pool.query(
      `update graphile_worker.${table} set locked_at = now() - interval '2 hours' where locked_by is not null`,
    );
  const life = await openProcessLiveness(db);
  const other = createJobs(db, log, life);
  other.define<{ n: number }>('note', async ({ n }) => void ran.push(-n));
  await other.start();
  await enqueue(2);
  await expect.poll(() => ran.length, { timeout: 10_000 }).toBe(2);
  expect(ran).not.toContain(-1);
  goOn();
  await other.stop();
  await life.close();
});
