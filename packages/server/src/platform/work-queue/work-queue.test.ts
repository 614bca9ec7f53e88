import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testClock, type TestClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/db.ts';
import { openProcessLiveness, type ProcessLiveness } from '#platform/process/process-liveness';
import { openDb, type Db, type Tx } from '#platform/db';
import { createJobs, type Jobs } from '#platform/jobs';
import '#platform/tables';
import {
  createLeasedWorker,
  createLockedWorker,
  createWorker,
  defineHeldQueue,
  defineLeasedQueue,
  defineLockedQueue,
} from './index.ts';

declare module '#platform/tables' {
  interface Tables {
    test_errands: {
      id: Auto<number>;
      owner_id: number;
      subject: string;
      state: Auto<'queued' | 'done' | 'failed'>;
      attempts: Auto<number>;
      next_try_at: Time;
      leased_until: Time | null;
      not_before: Time | null;
      retry_requests: Auto<number>;
      is_apart: boolean | null;
      said: Auto<string>;
    };
    test_arrivals: {
      id: Auto<number>;
      owner_id: number;
      state: Auto<'received' | 'done' | 'failed'>;
      attempts: Auto<number>;
      next_try_at: Time | null;
    };
  }
}

const errands = defineLeasedQueue({
  name: 'test:errands',
  table: 'test_errands',
  id: 'id',
  owner: 'owner_id',
  pending: 'queued',
  failed: 'failed',
  pausesMs: [5000, 60_000],
  leaseMs: 30_000,
  orderingKey: 'subject',
  outOfOrder: 'is_apart',
  notBefore: 'not_before',
  retryRequests: 'retry_requests',
});
const arrivals = defineLockedQueue({
  name: 'test:arrivals',
  table: 'test_arrivals',
  id: 'id',
  owner: 'owner_id',
  pending: 'received',
  failed: 'failed',
  pausesMs: [1000],
});

const heldQueue = defineHeldQueue({
  name: 'test:held',
  table: 'test_arrivals',
  id: 'id',
  owner: 'owner_id',
  pending: 'received',
  failed: 'failed',
  pausesMs: [5000],
});
const patient = defineLockedQueue({
  name: 'test:patient',
  table: 'test_arrivals',
  id: 'id',
  owner: 'owner_id',
  pending: 'received',
  failed: 'failed',
  pausesMs: [1000, 2000],
  repeatsLastPause: true,
});

const log = pino({ level: 'silent' });
let db: Db;
let jobs: Jobs;
let alive: ProcessLiveness;
let clock: TestClock;

beforeEach(async () => {
  db = openDb((await testDatabase()).url, log);
  alive = await openProcessLiveness(db);
  jobs = createJobs(db, log, alive);
  clock = testClock();
  await db.pool.query(`
    create table test_errands (
      id bigint generated always as identity primary key, owner_id bigint not null, subject text not null,
      state text not null default 'queued', attempts int not null default 0, next_try_at timestamptz(3) not null,
      leased_until timestamptz(3), not_before timestamptz(3), retry_requests int not null default 0,
      is_apart boolean, said text not null default ''
    );
    create table test_arrivals (
      id bigint generated always as identity primary key, owner_id bigint not null,
      state text not null default 'received', attempts int not null default 0, next_try_at timestamptz(3)
    )`);
});
afterEach(async () => {
  await jobs.stop();
  await alive.close();
  await db.close();
});

/** Queues an errand, by default for owner 1; returns its id. */
async function queue(subject: string, owner_id = 1, is_apart: boolean | null = null): Promise<number> {
  const times = { next_try_at: clock.now(), leased_until: null, not_before: null };
  const row = { owner_id, subject, is_apart, ...times };
  const { id } = await db.q.insertInto('test_errands').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}
const claim = (owner = 1) => errands.claim(db.q, owner, clock.now());
const claimed = async (owner = 1): Promise<number | undefined> => (await claim(owner))?.id;
async function mustClaim() {
  const item = await claim();
  if (!item) throw new Error('nothing is due');
  return item;
}
type Item = Awaited<ReturnType<typeof mustClaim>>;
type Failure = Omit<Parameters<typeof errands.scheduleRetry>[2], 'now'>;
/** Notes a failure as a worker does. `pauseMs` in the result: how long until the next attempt. */
async function fail(item: Item, failure: Failure = {}) {
  const now = clock.now();
  const outcome = await db.transaction((tx) => errands.scheduleRetry(tx, item, { now, ...failure }));
  const { nextTryAt } = outcome ?? {};
  return outcome && { ...outcome, pauseMs: nextTryAt ? nextTryAt.getTime() - now.getTime() : null };
}
const read = (id: number) =>
  db.q.selectFrom('test_errands').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('claiming', () => {
  it('gives each piece to one of several who ask at once', async () => {
    const ids = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((subject) => queue(subject)));
    const got = await Promise.all(Array.from({ length: 8 }, () => claimed()));
    // Two who want the same row skip it, so one may get none: the rest is claimed here.
    for (let more = await claimed(); more !== undefined; more = await claimed()) got.push(more);
    const taken = got.filter((id) => id !== undefined);
    expect(taken.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('gives nothing of another owner, and nothing that is not due', async () => {
    await queue('a', 2);
    expect(await claimed()).toBeUndefined();
    const id = await queue('b');
    await db.q
      .updateTable('test_errands')
      .set({ next_try_at: new Date(clock.now().getTime() + 60_000) })
      .execute();
    expect(await claimed()).toBeUndefined();
    clock.advance(61_000);
    expect(await claimed()).toBe(id);
  });

  it('gives it to somebody else when the lease has run out, and not before', async () => {
    const id = await queue('a');
    expect(await claimed()).toBe(id);
    clock.advance(29_000);
    expect(await claimed()).toBeUndefined();
    clock.advance(2000);
    expect(await claimed()).toBe(id);
  });

  it('keeps the order of an ordering key, and lets other keys pass', async () => {
    const [first, second, other] = [await queue('a'), await queue('a'), await queue('b')];
    const item = await mustClaim();
    expect([item.id, await claimed(), await claimed()]).toEqual([first, other, undefined]);
    await fail(item);
    expect(await claimed()).toBeUndefined();
    clock.advance(6000);
    const again = await mustClaim();
    expect(again.id).toBe(first);
    await errands.finish(db.q, again, { state: 'done' });
    expect(await claimed()).toBe(second);
  });

  it('lets what is out of order pass, and holds nothing up for it', async () => {
    const [first, apart] = [await queue('a'), await queue('a', 1, true)];
    expect([await claimed(), await claimed()]).toEqual([first, apart]);
    const alone = await queue('c', 1, true);
    const behind = await queue('c');
    expect(new Set([await claimed(), await claimed()])).toEqual(new Set([alone, behind]));
  });
});

describe('an attempt that fails', () => {
  it('is followed by others after the kind’s own pauses, and after the last it has failed', async () => {
    const id = await queue('a');
    for (const seconds of [5, 60]) {
      const outcome = await fail(await mustClaim(), { set: { said: `waits ${seconds}` } });
      expect([outcome?.state, outcome?.pauseMs]).toEqual(['queued', seconds * 1000]);
      expect(await claimed()).toBeUndefined();
      clock.advance(seconds * 1000 + 1000);
    }
    expect(await fail(await mustClaim())).toEqual({ state: 'failed', nextTryAt: null, pauseMs: null });
    expect(await read(id)).toMatchObject({
      state: 'failed',
      attempts: 3,
      said: 'waits 60',
      leased_until: null,
    });
  });

  it('is the last where another would fail as well', async () => {
    const id = await queue('a');
    expect(await fail(await mustClaim(), { isRetryable: false })).toMatchObject({ state: 'failed' });
    expect(await read(id)).toMatchObject({ state: 'failed', attempts: 1 });
  });

  it('says nothing where its lease ran out and somebody else is at it, or it is done', async () => {
    const id = await queue('a');
    const late = await mustClaim();
    clock.advance(31_000);
    const next = await mustClaim();
    expect(await fail(late)).toBeUndefined();
    expect(await read(id)).toMatchObject({ attempts: 0, leased_until: next.leased_until });
    expect(await errands.finish(db.q, late, { state: 'done' })).toBe(true);
    expect(await fail(next)).toBeUndefined();
    expect(await errands.finish(db.q, next, { state: 'done' })).toBe(false);
    expect((await read(id)).state).toBe('done');
  });

  it('puts the job that wakes its owner at the time of the next attempt, and only if it commits', async () => {
    const id = await queue('a');
    const item = await mustClaim();
    const undone = db.transaction(async (tx) => {
      await errands.scheduleRetry(tx, item, { now: clock.now() });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await read(id)).attempts).toBe(0);
    const outcome = await fail(item);
    const { rows } = await db.pool.query<{ run_at: string }>('select run_at from graphile_worker.jobs');
    expect(rows).toEqual([{ run_at: outcome?.nextTryAt?.toISOString() }]);
  });
});

describe('a retry that somebody asks for', () => {
  it('makes what waits after a failure due now, and leaves what was never tried', async () => {
    const id = await queue('a');
    await fail(await mustClaim());
    const planned = await queue('b');
    const later = new Date(clock.now().getTime() + 3_600_000);
    await db.q.updateTable('test_errands').set({ next_try_at: later }).where('id', '=', planned).execute();
    await errands.retryNow(db.q, 1, { now: clock.now() });
    expect([await claimed(), await claimed()]).toEqual([id, undefined]);
    expect(await read(id)).toMatchObject({ attempts: 1 });
    await errands.retryNow(db.q, 1, { now: clock.now(), isAfresh: true });
    expect(await read(id)).toMatchObject({ attempts: 0 });
  });

  it('does not come before what the last attempt has asked for', async () => {
    const id = await queue('a');
    await fail(await mustClaim(), { leastMs: 90_000 });
    await errands.retryNow(db.q, 1, { now: clock.now() });
    expect(await claimed()).toBeUndefined();
    clock.advance(91_000);
    expect(await claimed()).toBe(id);
  });

  it('reaches what is under way as well: failing, it is tried again at once', async () => {
    const id = await queue('a');
    const item = await mustClaim();
    await errands.retryNow(db.q, 1, { now: clock.now() });
    expect(await claimed()).toBeUndefined();
    expect((await fail(item))?.pauseMs).toBe(0);
    expect(await claimed()).toBe(id);
  });

  it('queues what has failed once more, for one of two who ask', async () => {
    const id = await queue('a');
    await fail(await mustClaim(), { isRetryable: false, set: { said: 'no' } });
    const again = () => errands.requeue(db.q, ['id', id], { now: clock.now(), set: { said: '' } });
    const both = await Promise.all([again(), again()]);
    expect(both.map((rows) => rows.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await read(id)).toMatchObject({ state: 'queued', attempts: 0, said: '' });
    expect(await claimed()).toBe(id);
    await errands.finish(db.q, await read(id), { state: 'done' });
    expect(await errands.requeue(db.q, ['id', id], { now: clock.now(), from: 'failed' })).toEqual([]);
  });
});

/** A worker whose attempts end when the test says so. */
function held(limits = { concurrency: 4, perOwner: 2 }) {
  const under: { item: Item; end: () => void }[] = [];
  const worker = createLeasedWorker({ db, clock, log, jobs }, errands, {
    label: 'errands',
    ...limits,
    ready: () => Promise.resolve({}),
    run: async (item) => {
      await new Promise<void>((end) => under.push({ item, end }));
      return errands.finish(db.q, item, { state: 'done' });
    },
  });
  return { worker, under };
}

describe('a worker', () => {
  it('works on no more of an owner at once than it may, and on all in the end', async () => {
    for (const subject of ['a', 'b', 'c', 'd', 'e']) await queue(subject);
    const mine = await queue('a', 2);
    const { worker, under } = held();
    worker.wake(1);
    await expect.poll(() => under.length).toBe(2);
    worker.wake(2);
    await expect.poll(() => under.map(({ item }) => item.id)).toContain(mine);
    expect(under).toHaveLength(3);
    for (let ended = 0; ended < 6; ended += 1) {
      await expect.poll(() => under.length).toBeGreaterThan(ended);
      under[ended]?.end();
    }
    await expect
      .poll(async () =>
        (await db.q.selectFrom('test_errands').select('state').execute()).every(
          ({ state }) => state === 'done',
        ),
      )
      .toBe(true);
    await worker.stop();
  });

  it('stopped, waits for what runs and begins nothing', async () => {
    const [first, second] = [await queue('a'), await queue('b')];
    const { worker, under } = held({ concurrency: 1, perOwner: 1 });
    worker.start();
    await expect.poll(() => under.length).toBe(1);
    let isStopped = false;
    const stopped = worker.stop().then(() => (isStopped = true));
    await db.pool.query('select');
    expect(isStopped).toBe(false);
    under[0]?.end();
    await stopped;
    expect((await read(first)).state).toBe('done');
    expect(await read(second)).toMatchObject({ state: 'queued', leased_until: null });
  });

  it('takes up what a killed process had begun when its lease has run out, and what it never began', async () => {
    const [begun, left] = [await queue('a'), await queue('a')];
    // Left by a process that was killed: leased, and never finished.
    expect(await claimed()).toBe(begun);
    const { worker, under } = held();
    await worker.recoverPending();
    await db.pool.query('select');
    expect(under).toEqual([]);
    clock.advance(31_000);
    await worker.recoverPending();
    for (const [at, id] of [begun, left].entries()) {
      await expect.poll(() => under[at]?.item.id).toBe(id);
      under[at]?.end();
    }
    await worker.stop();
  });

  it('is woken by a job, of whichever process', async () => {
    const id = await queue('a');
    const { worker, under } = held();
    await jobs.start();
    await db.transaction((tx) => errands.enqueueWake(tx, 1));
    await expect.poll(() => under[0]?.item.id, { timeout: 10_000 }).toBe(id);
    under[0]?.end();
    await worker.stop();
  });

  it('goes on after an attempt that throws, when the lease has run out', async () => {
    const id = await queue('a');
    const seen: number[] = [];
    const worker = createLeasedWorker({ db, clock, log, jobs }, errands, {
      label: 'errands',
      concurrency: 1,
      perOwner: 1,
      ready: () => Promise.resolve({}),
      run: (item) => {
        seen.push(item.id);
        return Promise.reject(new Error('unforeseen'));
      },
    });
    worker.wake(1);
    await expect.poll(() => seen).toEqual([id]);
    clock.advance(31_000);
    await worker.recoverPending();
    await expect.poll(() => seen).toEqual([id, id]);
    await worker.stop();
  });
});

const arrive = async (owner_id: number, count: number): Promise<number[]> => {
  const rows = Array.from({ length: count }, () => ({ owner_id, next_try_at: null }));
  const stored = await db.q.insertInto('test_arrivals').values(rows).returning('id').execute();
  return stored.map(({ id }) => id);
};

describe('a queue whose work is held by its transaction', () => {
  const hold = (tx: Tx) => heldQueue.holdNext(tx, 1, clock.now());

  it('gives each piece to one, and lets go of it when whoever held it is gone', async () => {
    const ids = await arrive(1, 2);
    const died = db.transaction(async (tx) => {
      const first = await hold(tx);
      const second = await db.transaction(hold);
      expect([first?.id, second?.id]).toEqual(ids);
      throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    expect((await db.transaction(hold))?.id).toBe(ids[0]);
  });

  it('has what waits after a failure retried now, without waiting for what is held', async () => {
    const [waiting, held] = await arrive(1, 2);
    await db.transaction(async (tx) => {
      const item = await hold(tx);
      await heldQueue.scheduleRetry(tx, item!, { now: clock.now() });
    });
    await db.transaction(async (tx) => {
      expect((await hold(tx))?.id).toBe(held);
      await heldQueue.retryNow(db.q, 1, { now: clock.now() });
      expect((await db.transaction(hold))?.id).toBe(waiting);
    });
  });

  it('is worked on in a way of its own, by one at a time for each owner', async () => {
    const ids = await arrive(1, 3);
    const seen: number[] = [];
    const limits = { label: 'held', concurrency: 2, perOwner: 1 };
    const worker = createWorker({ db, clock, log, jobs }, heldQueue, limits, (owner) =>
      db.transaction(async (tx) => {
        const item = await heldQueue.holdNext(tx, owner, clock.now());
        if (!item) return false;
        seen.push(item.id);
        return heldQueue.finish(tx.q, item, { state: 'done' });
      }),
    );
    worker.wake(1);
    worker.wake(1);
    await expect.poll(() => seen).toEqual(ids);
    await worker.stop();
  });
});

describe('a queue whose owner is locked', () => {
  const process = (run: (ids: number[]) => Promise<void>) =>
    createLockedWorker({ db, clock, log, jobs }, arrivals, {
      label: 'arrivals',
      concurrency: 2,
      batch: 2,
      ready: () => Promise.resolve({}),
      prepare: (item) => Promise.resolve(item),
      run: async (items) => {
        await run(items.map(({ id }) => id));
        for (const item of items) await arrivals.finish(db.q, item, { state: 'done' });
      },
    });

  it('is worked off in batches, in order, by one process at a time', async () => {
    const ids = await arrive(1, 5);
    const seen: number[] = [];
    let running = 0;
    const run = async (some: number[]) => {
      expect((running += 1)).toBe(1);
      seen.push(...some);
      await db.pool.query('select');
      running -= 1;
    };
    const [one, other] = [process(run), process(run)];
    one.wake(1);
    other.wake(1);
    await expect.poll(() => seen).toEqual(ids);
    await Promise.all([one.stop(), other.stop()]);
  });

  it('is gone on with at once when whoever had it locked is gone', async () => {
    const ids = await arrive(1, 1);
    const killed = await db.pool.connect();
    killed.on('error', () => undefined);
    await killed.query('begin');
    await killed.query(`select pg_advisory_xact_lock(hashtext('work-queue:test:arrivals'), 1)`);
    const seen: number[] = [];
    const worker = process((some) => Promise.resolve(void seen.push(...some)));
    await worker.recoverPending();
    killed.release(true);
    await expect.poll(() => seen).toEqual(ids);
    await worker.stop();
  });

  it('tries what failed again after its pause, while what came later goes on', async () => {
    const [first, second] = await arrive(1, 2);
    const due = () => arrivals.listDue(db.q, 1, { now: clock.now(), limit: 10 });
    const [item] = await due();
    await db.transaction((tx) => arrivals.scheduleRetry(tx, item!, { now: clock.now() }));
    expect((await due()).map(({ id }) => id)).toEqual([second]);
    clock.advance(2000);
    expect((await due()).map(({ id }) => id)).toEqual([first, second]);
    expect(await arrivals.listOwnersDue(db.q, clock.now())).toEqual([1]);
  });

  it('is tried on and on where its last pause repeats', async () => {
    await arrive(1, 1);
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      clock.advance(3000);
      const now = clock.now();
      const [item] = await patient.listDue(db.q, 1, { now, limit: 1 });
      const outcome = await db.transaction((tx) => patient.scheduleRetry(tx, item!, { now }));
      pauses.push((outcome?.nextTryAt?.getTime() ?? 0) - now.getTime());
    }
    expect(pauses).toEqual([1000, 2000, 2000, 2000]);
  });

  it('leaves out what somebody has worked on while it was read, and says what became of it', async () => {
    const [first, second] = await arrive(1, 2);
    const seen: number[] = [];
    const discarded: unknown[] = [];
    const worker = createLockedWorker({ db, clock, log, jobs }, arrivals, {
      label: 'arrivals',
      concurrency: 1,
      batch: 2,
      ready: () => Promise.resolve({}),
      prepare: async (item) => {
        if (item.id === first) await arrivals.finish(db.q, item, { state: 'done' });
        return item;
      },
      run: async (items) => {
        seen.push(...items.map(({ id }) => id));
        for (const item of items) await arrivals.finish(db.q, item, { state: 'done' });
      },
      discard: (item, state) => Promise.resolve(void discarded.push([item.id, state])),
    });
    worker.wake(1);
    await expect.poll(() => seen).toEqual([second]);
    expect(discarded).toEqual([[first, 'done']]);
    await worker.stop();
  });
});
