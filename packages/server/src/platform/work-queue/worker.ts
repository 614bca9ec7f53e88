import type { Platform } from '#platform/platform';
import type { AnyQueue, LeasedQueue, LockedQueue } from './queue.ts';
import type { QueueRow, LeaseTable, QueueState, WorkTable } from './queue-table.ts';
import { createRunner } from './runner.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'>;

type Limits = {
  /** What is done, for the log: "sending webhooks". */
  label: string;
  /** How many pieces, or batches of a locked queue, run at the same time in this process. */
  concurrency: number;
};

/** Runs the work of one queue in this process. */
export type Worker = {
  /** Tells that the owner may have work that is due. If nobody calls it, the work is found within a minute. */
  wake(owner: number): void;
  /** Wakes all owners with work that is due, which a crash or a pause left. Called every minute and at the start. */
  recoverPending(): Promise<void>;
  /** Begins to work, also on what was left before. */
  start(): void;
  /** Starts nothing more, and resolves when the running work has ended. */
  stop(): Promise<void>;
};

type LeaseOptions<T extends LeaseTable, C> = Limits & {
  /** How many run at the same time for one owner. */
  perOwner: number;
  /** Returns what an attempt needs to know of the owner; undefined if none of the owner's work can be done now. */
  ready: (owner: number) => Promise<C | undefined>;
  /**
   * One attempt; ends with `finish` or `scheduleRetry`. Without either it is tried again after its lease. Returns false if the
   * owner's other work would fail the same way. Errors are logged.
   */
  run: (item: QueueRow<T>, context: C) => Promise<boolean>;
};

/** Owners take turns: after each piece an owner goes behind the others, so that one with much slow work does not block them. */
export function createLeasedWorker<T extends LeaseTable, C>(
  deps: Deps,
  queue: LeasedQueue<T>,
  { ready, run, ...limits }: LeaseOptions<T, C>,
): Worker {
  const { db, clock } = deps;
  const worker = createWorker(deps, queue, limits, async (owner) => {
    const context = await ready(owner);
    const item = context && (await queue.claim(db.q, owner, clock.now()));
    if (!item) return false;
    // Another piece of the owner may start while this one runs.
    worker.wake(owner);
    return run(item, context);
  });
  return worker;
}

type Locked<T extends WorkTable, C, P> = Limits & {
  /** Max. pieces of a batch; `select` may leave the last of them for the next one. */
  batch: number;
  select?: (items: readonly QueueRow<T>[]) => readonly QueueRow<T>[];
  /** See `createLeasedWorker`. */
  ready: (owner: number) => Promise<C | undefined>;
  /** Prepares one piece, before anything is locked, so it may take long. It must not throw. */
  prepare: (item: QueueRow<T>, context: C) => Promise<P>;
  /**
   * Works on the batch with the owner locked, each piece in a transaction of its own, which ends with `finish` or
   * `scheduleRetry`.
   */
  run: (batch: readonly P[], context: C) => Promise<void>;
  /** Called for a piece that was prepared but not run, because it was brought into this state meanwhile. */
  discard?: (prepared: P, state: QueueState<T> | undefined) => Promise<void>;
};

/** Works on one batch of an owner at a time, over all processes. */
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
 * A worker for queues that take their work in another way. `workOn` does the owner's next piece or all pieces, until `isStopped`;
 * it returns false when nothing is due, or nothing can be done now. With `perOwner` 1 it never runs twice at once for an owner.
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
