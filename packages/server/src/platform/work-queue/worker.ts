import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { AnyQueue, LeasedQueue, LockedQueue } from './queue.ts';
import type { Item, LeaseTable, WorkTable } from './queue-table.ts';
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

type Locked<T extends WorkTable, C> = Limits & {
  /** At most so many pieces make a batch. */
  batch: number;
  /** As above; asked with the owner locked. */
  ready: (owner: number, q: Query) => Promise<C | undefined>;
  /** Works on all of them, in transactions of its own; false where what is left of this owner can wait. */
  run: (items: readonly Item<T>[], context: C) => Promise<boolean | void>;
};

/** One batch of an owner at a time, over all processes. */
export function createLockedWorker<T extends WorkTable, C>(
  deps: Deps,
  queue: LockedQueue<T>,
  { ready, run, batch, ...limits }: Locked<T, C>,
): Worker {
  const { db, clock } = deps;

  async function workOn(tx: Tx, owner: number): Promise<boolean> {
    await queue.lockOwner(tx, owner);
    const context = await ready(owner, tx.q);
    if (context === undefined) return false;
    const items = await queue.listDue(tx.q, owner, { now: clock.now(), limit: batch });
    return items.length > 0 && (await run(items, context)) !== false;
  }

  return createWorker(deps, queue, { ...limits, perOwner: 1 }, (owner) =>
    db.transaction((tx) => workOn(tx, owner)),
  );
}

/** `workOn` does the next of what the owner has; false when nothing waits, or nothing can go now. */
function createWorker(
  { db, clock, log, jobs }: Deps,
  { name, listOwnersDue }: AnyQueue,
  { label, ...limits }: Limits & { perOwner: number },
  workOn: (owner: number) => Promise<boolean>,
): Worker {
  let leftBehind: Promise<void> = Promise.resolve();
  const runner = createRunner({
    ...{ name: label, log, ...limits },
    run: async (owner) => {
      if (await workOn(owner)) runner.wake(owner);
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
