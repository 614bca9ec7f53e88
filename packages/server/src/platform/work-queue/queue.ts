import { sql } from 'kysely';
import type { Query, Tx } from '#platform/db';
import type {
  AnyDescription,
  AnyItem,
  ColumnChanges,
  QueueColumn,
  QueueRow,
  LeaseDescription,
  LeaseTable,
  QueueState,
  WorkDescription,
  WorkTable,
} from './queue-table.ts';
import * as statements from './statements.ts';

type Failed<T extends WorkTable> = {
  now: Date;
  /** False if another attempt would fail as well. Default: true. */
  isRetryable?: boolean;
  /** Min. milliseconds before the next attempt, whatever the pause, also for retries by hand. */
  leastMs?: number;
  /** The state when no attempt is left. Default: the description's `failed`. */
  failedState?: QueueState<T>;
  /** Additional columns, for example the reason. */
  set?: ColumnChanges<T>;
};
/** The result of a failed attempt; `nextTryAt` is null when it was the last. */
export type FailureOutcome<T extends WorkTable> = { state: QueueState<T>; nextTryAt: Date | null };

/** What a worker needs of its queue. */
export type AnyQueue = Pick<WorkQueue<never>, 'name' | 'listOwnersDue'>;

/** What all queues can do, however their work is taken. */
type WorkQueue<T extends WorkTable> = {
  /** The name from the queue's description. */
  name: string;
  /**
   * Has the owner's work looked at after this transaction has committed, by any process. It survives a crash; several calls for
   * the same owner are one.
   */
  enqueueWake(tx: Tx, owner: number): Promise<void>;
  /** The owners with work that is due, in no order. */
  listOwnersDue(q: Query, now: Date): Promise<number[]>;
  /**
   * Marks the work as done; `state` must not be the pending one. False where it was in that state already. Also writes if the
   * lease has run out or the work was given up meanwhile, since it has been done.
   */
  finish(q: Query, item: QueueRow<T>, change: ColumnChanges<T> & { state: QueueState<T> }): Promise<boolean>;
  /**
   * Notes a failed attempt: schedules the next one after its pause, or, if none is left or `isRetryable` is false, marks the
   * work as failed. Returns the new state; undefined if it was done meanwhile, or taken by another worker after the lease ran
   * out: then nothing is written.
   */
  scheduleRetry(tx: Tx, item: QueueRow<T>, failed: Failed<T>): Promise<FailureOutcome<T> | undefined>;
  /**
   * A retry by hand: queues the rows with `value` in `column` that are not pending, with all attempts; with `from`, only those
   * in that state. Returns these rows: none where another process was faster.
   */
  requeue(
    q: Query,
    which: readonly [column: QueueColumn<T>, value: number],
    again: { now: Date; from?: QueueState<T>; set?: ColumnChanges<T> },
  ): Promise<QueueRow<T>[]>;
};

/**
 * Work that any process takes one by one: each piece is leased for the time of its attempt, and free again after that if the
 * process dies. Several pieces of an owner are tried at the same time, those of the same ordering key one after the other.
 */
export type LeasedQueue<T extends LeaseTable> = WorkQueue<T> & {
  /** The end of a lease that begins now. */
  leaseEnd(now: Date): Date;
  /** Leases the owner's next piece that is due; undefined where there is none. */
  claim(q: Query, owner: number, now: Date): Promise<QueueRow<T> | undefined>;
  /**
   * Makes the owner's work that waits for its next attempt due now, since the cause of its failure may be gone. `isAfresh`:
   * with all its attempts again. Wake the worker afterwards.
   */
  retryNow(q: Query, owner: number, how: { now: Date; isAfresh?: boolean }): Promise<void>;
};

/**
 * Work that is taken one by one like leased work, but locked by the transaction of its attempt: for attempts that may take many
 * minutes, after which a lease of that length would delay work that a crash has left. Each attempt takes a database connection.
 */
type HeldQueue<T extends WorkTable> = WorkQueue<T> & {
  /** Locks the owner's next piece that is due until this transaction ends; undefined where there is none. */
  holdNext(tx: Tx, owner: number, now: Date): Promise<QueueRow<T> | undefined>;
  /** Like `retryNow` of leased work, but leaves out what is locked. */
  retryNow(q: Query, owner: number, how: { now: Date }): Promise<void>;
};

/**
 * Work that is taken in batches, in order, with the owner locked: for pieces that affect each other in ways that only their
 * content tells. They are read before the lock is taken. Each piece is finished in a transaction of its own; the lock ends with
 * its process, and the next one continues.
 */
export type LockedQueue<T extends WorkTable> = WorkQueue<T> & {
  /** Locks the owner's work until this transaction ends. Waits for whoever holds the lock. */
  lockOwner(tx: Tx, owner: number): Promise<void>;
  /** The first `limit` pieces of an owner that are due, in their order. */
  listDue(q: Query, owner: number, due: { now: Date; limit: number }): Promise<QueueRow<T>[]>;
  /**
   * The current state of each of these, and whether it is unchanged since it was read: the previous holder of the lock may have
   * worked on it. Call with the owner locked.
   */
  compare(
    q: Query,
    items: readonly QueueRow<T>[],
  ): Promise<{ state: QueueState<T> | undefined; isAsRead: boolean }[]>;
};

function defineWork<T extends WorkTable>(description: WorkDescription<T>): WorkQueue<T> {
  const d = description as AnyDescription;
  const { name } = d;

  return {
    name,

    async enqueueWake(tx, owner) {
      await tx.enqueue(name, { owner }, { key: `${name}:${owner}` });
    },

    listOwnersDue: (q, now) => statements.listOwnersDue(q, d, now),

    finish: (q, item, change) => statements.finish(q, d, item, change),

    scheduleRetry: (tx, item, failed) => scheduleRetry(tx, d, item as AnyItem, failed),

    async requeue(q, [column, value], { now, from, set = {} }) {
      const again = { now, from: from as string | undefined, change: set as AnyItem };
      return (await statements.requeue(q, d, [column, value], again)) as QueueRow<T>[];
    },
  };
}

async function scheduleRetry<T extends WorkTable>(
  tx: Tx,
  d: AnyDescription,
  item: AnyItem,
  { now, isRetryable = true, leastMs = 0, failedState, set = {} }: Failed<T>,
): Promise<FailureOutcome<T> | undefined> {
  const owner = Number(item[d.owner]);
  const last = d.repeatsLastPause ? d.pausesMs.at(-1) : undefined;
  const pauseMs = isRetryable ? (d.pausesMs[Number(item['attempts'])] ?? last) : undefined;
  const state = (pauseMs === undefined ? (failedState ?? d.failed) : d.pending) as QueueState<T>;
  const later = new Date(now.getTime() + Math.max(pauseMs ?? 0, leastMs));
  const soonest = new Date(now.getTime() + leastMs);
  const failure = { state: state as string, later, soonest, change: set as AnyItem };
  const at = await statements.noteFailure(tx.q, d, item, failure);
  if (at === undefined) return undefined;
  if (pauseMs === undefined) return { state, nextTryAt: null };
  const nextTryAt = new Date(at);
  await tx.enqueue(d.name, { owner }, { runAt: nextTryAt, key: `${d.name}:${owner}:${Number(item[d.id])}` });
  return { state, nextTryAt };
}

export function defineLeasedQueue<T extends LeaseTable>(description: LeaseDescription<T>): LeasedQueue<T> {
  const d = description as AnyDescription;
  const leaseEnd = (now: Date): Date => new Date(now.getTime() + description.leaseMs);

  return {
    ...defineWork(description),

    leaseEnd,

    claim: async (q, owner, now) =>
      (await statements.leaseNext(q, d, owner, { now, until: leaseEnd(now) })) as QueueRow<T> | undefined,

    retryNow: (q, owner, { now, isAfresh = false }) => statements.retryNow(q, d, owner, { now, isAfresh }),
  };
}

export function defineHeldQueue<T extends WorkTable>(description: WorkDescription<T>): HeldQueue<T> {
  const d: AnyDescription = { ...(description as AnyDescription), isHeld: true };

  return {
    ...defineWork(description),

    holdNext: async (tx, owner, now) =>
      (await statements.holdNext(tx.q, d, owner, now)) as QueueRow<T> | undefined,

    retryNow: (q, owner, { now }) => statements.retryNow(q, d, owner, { now, isAfresh: false }),
  };
}

export function defineLockedQueue<T extends WorkTable>(description: WorkDescription<T>): LockedQueue<T> {
  const d = description as AnyDescription;

  return {
    ...defineWork(description),

    async lockOwner(tx, owner) {
      await sql`select pg_advisory_xact_lock(hashtext(${`work-queue:${d.name}`}), ${owner}::int)`.execute(
        tx.q,
      );
    },

    listDue: async (q, owner, due) => (await statements.listDue(q, d, owner, due)) as QueueRow<T>[],

    async compare(q, items) {
      const rows = items as readonly AnyItem[];
      const known = await statements.readRowStates(
        q,
        d,
        rows.map((row) => Number(row[d.id])),
      );
      return rows.map((row) => {
        const now = known.get(Number(row[d.id]));
        const isAsRead = now?.state === d.pending && now.attempts === row['attempts'];
        return { state: now?.state as QueueState<T> | undefined, isAsRead };
      });
    },
  };
}
