import type { Platform } from '#platform/platform';
import type { AnyQueue, LeasedQueue, LockedQueue } from './queue.ts';
import type { Item, LeaseTable, State, WorkTable } from './queue-table.ts';
import { createRunner } from './runner.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'>;

type Limits = {
  /** What is done, for the log: "sending webhooks". */
  label: string;
  /** How much this process works on at the same time; pieces, or batches of a locked queue. */
  concurrency: number;
};

/** Works on what one queue has in this process. */
export type Worker = {
  /** The owner may have work that is due. Nothing is lost where nobody calls it: within a minute it is found. */
  wake(owner: number): void;
  /** Wakes whoever has work that is due: what a crash or a pause left. Called every minute, and at the start. */
  recoverPending(): Promise<void>;
  /** Goes on with what was left, from now on. */
  start(): void;
  /** Begins nothing more, and ends when what is under way has. */
  stop(): Promise<void>;
};

type Leased<T extends LeaseTable, C> = Limits & {
  /** How much of that for the same owner. */
  perOwner: number;
  /** What an attempt needs to know of the owner; undefined: nothing of theirs can be tried now. */
  ready: (owner: number) => Promise<C | undefined>;
  /**
   * One attempt: ends with `finish` or `scheduleRetry`, or with neither, and is tried again when its lease has run out.
   * False: the others of this owner would fare the same. What it throws is logged.
   */
  run: (item: Item<T>, context: C) => Promise<boolean>;
};

/** Owners take turns: who has much to do, with somebody slow, queues up behind the others after each piece. */
export function createLeasedWorker<T extends LeaseTable, C>(
  deps: Deps,
  queue: LeasedQueue<T>,
  { ready, run, ...limits }: Leased<T, C>,
): Worker {
  const { db, clock } = deps;
  const worker = createWorker(deps, queue, limits, async (owner) => {
    const context = await ready(owner);
    const item = context && (await queue.claim(db.q, owner, clock.now()));
    if (!item) return false;
    // While this one is on its way, another may go.
    worker.wake(owner);
    return run(item, context);
  });
  return worker;
}

type Locked<T extends WorkTable, C, P> = Limits & {
  /** At most so many pieces make a batch; `select` may leave the last of them for the next one. */
  batch: number;
  select?: (items: readonly Item<T>[]) => readonly Item<T>[];
  /** As above. */
  ready: (owner: number) => Promise<C | undefined>;
  /** Reads one piece, before anything is locked: it may take its time. It must not throw. */
  prepare: (item: Item<T>, context: C) => Promise<P>;
  /**
   * Works on the batch with the owner locked, each piece in a transaction of its own, which ends with `finish` or
   * `scheduleRetry`.
   */
  run: (batch: readonly P[], context: C) => Promise<void>;
  /** What was prepared for nothing: meanwhile another process, or somebody, has brought it into this state. */
  discard?: (prepared: P, state: State<T> | undefined) => Promise<void>;
};

/** One batch of an owner at a time, over all processes. */
export function createLockedWorker<T extends WorkTable, C, P>(
  deps: Deps,
  queue: LockedQueue<T>,
  { ready, prepare, run, discard, batch, select = (items) => items, ...limits }: Locked<T, C, P>,
): Worker {
  const { db, clock } = deps;

  return createWorker(deps, queue, { ...limits, perOwner: 1 }, async (owner) => {
    const context = await ready(owner);
    if (context === undefined) return false;
    const due = await queue.listDue(db.q, owner, { now: clock.now(), limit: batch });
    if (due.length === 0) return false;
    const items = select(due);
    const prepared = await Promise.all(items.map((item) => prepare(item, context)));
    await db.transaction(async (tx) => {
      await queue.lockOwner(tx, owner);
      const now = await queue.compare(tx.q, items);
      for (const [at, one] of prepared.entries())
        if (!now[at]?.isAsRead) await discard?.(one, now[at]?.state);
      const asRead = prepared.filter((_, at) => now[at]?.isAsRead);
      if (asRead.length > 0) await run(asRead, context);
    });
    return true;
  });
}

/**
 * For a queue whose work is taken in a way of its own. `workOn` does the next of what the owner has, or all of it, until
 * `isStopped`; false when nothing waits, or nothing can go now. It is never called twice at once for the same owner where
 * `perOwner` is 1.
 */
export function createWorker(
  { db, clock, log, jobs }: Deps,
  { name, listOwnersDue }: AnyQueue,
  { label, ...limits }: Limits & { perOwner: number },
  workOn: (owner: number, isStopped: () => boolean) => Promise<boolean>,
): Worker {
  let leftBehind: Promise<void> = Promise.resolve();
  const runner = createRunner({
    name: label,
    log,
    ...limits,
    run: async (owner, isStopped) => {
      if (await workOn(owner, isStopped)) runner.wake(owner);
    },
  });

  async function recoverPending(): Promise<void> {
    for (const owner of await listOwnersDue(db.q, clock.now())) runner.wake(owner);
  }

  jobs.define<{ owner?: number }>(name, ({ owner }) =>
    Promise.resolve(owner === undefined ? undefined : runner.wake(owner)),
  );
  jobs.define(`${name}:recover`, recoverPending);
  jobs.schedule(`${name}:recover`, '* * * * *');

  return {
    wake: runner.wake,
    recoverPending,
    start(): void {
      leftBehind = recoverPending().catch((error: unknown) =>
        log.error({ err: error }, `${label}: could not go on with what was left`),
      );
    },
    async stop(): Promise<void> {
      await leftBehind;
      await runner.stop();
    },
  };
}
