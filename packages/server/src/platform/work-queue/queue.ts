import { sql } from 'kysely';
import type { Query, Tx } from '#platform/db';
import type {
  AnyDescription,
  AnyItem,
  Change,
  Column,
  Item,
  LeaseDescription,
  LeaseTable,
  State,
  WorkDescription,
  WorkTable,
} from './queue-table.ts';
import * as statements from './statements.ts';

type Failed<T extends WorkTable> = {
  now: Date;
  /** False: another attempt would fail as well. True where it is left out. */
  isRetryable?: boolean;
  /** Milliseconds in which it is not tried again, whatever the pause, and whoever asks for it. */
  leastMs?: number;
  /** What it is when no attempt is left: the description's `failed`, unless it is said. */
  failedState?: State<T>;
  /** Columns of the kind's own, such as the reason. */
  set?: Change<T>;
};
/** What an attempt that failed has led to; `nextTryAt` is null where it was the last. */
export type FailureOutcome<T extends WorkTable> = { state: State<T>; nextTryAt: Date | null };

/** What a worker needs to know of its queue. */
export type AnyQueue = Pick<WorkQueue<never>, 'name' | 'listOwnersDue'>;

/** What can be asked of every queue, however its work is taken. */
type WorkQueue<T extends WorkTable> = {
  /** As its description says it. */
  name: string;
  /**
   * Has the owner's work looked at when this transaction has committed, by whichever process has time. It survives a
   * crash; several for the same owner at once are one.
   */
  enqueueWake(tx: Tx, owner: number): Promise<void>;
  /** The owners who have work that is due, in no order. */
  listOwnersDue(q: Query, now: Date): Promise<number[]>;
  /**
   * It is done: `state` is not the pending one. False where it was in that state already. It also is written where the
   * lease has run out, or the work was given up meanwhile: what is done is done.
   */
  finish(q: Query, item: Item<T>, change: Change<T> & { state: State<T> }): Promise<boolean>;
  /**
   * An attempt failed: the next one is after the pause that its number of attempts has in the kind's table, or, where
   * none is left or `isRetryable` is false, it has failed. Gives what it is now; undefined where it was done in the
   * meantime, or somebody else has it since the lease ran out: then nothing is written, and nothing is to be told.
   */
  scheduleRetry(tx: Tx, item: Item<T>, failed: Failed<T>): Promise<FailureOutcome<T> | undefined>;
  /**
   * A retry by hand: queues anew, with all its attempts, what has `value` in `column` and waits no longer; only what
   * is in the state `from`, where that is said. Gives those rows: none where somebody was faster.
   */
  requeue(
    q: Query,
    which: readonly [column: Column<T>, value: number],
    again: { now: Date; from?: State<T>; set?: Change<T> },
  ): Promise<Item<T>[]>;
};

/**
 * Work that is taken one by one, by as many processes as there are: whoever takes a piece leases it for a time, in which
 * it is tried; who dies with it lets go of it then. Several pieces of an owner are tried at the same time, those of the
 * same ordering key one after the other.
 */
export type LeasedQueue<T extends LeaseTable> = WorkQueue<T> & {
  /** Until when what is taken now is leased. */
  leaseEnd(now: Date): Date;
  /** Leases the owner's next piece that is due; undefined where there is none. */
  claim(q: Query, owner: number, now: Date): Promise<Item<T> | undefined>;
  /**
   * What of the owner's waits after an attempt that failed is due now: the reason is gone, as far as somebody knows.
   * `isAfresh`: with all its attempts. Wake the worker afterwards.
   */
  retryNow(q: Query, owner: number, how: { now: Date; isAfresh?: boolean }): Promise<void>;
};

/**
 * Work that is taken one by one, as leased work is, but held by the transaction in which it is tried: for attempts that may
 * take many minutes, so that a lease as long would hold up what a crash has left. It costs a connection for each.
 */
type HeldQueue<T extends WorkTable> = WorkQueue<T> & {
  /** Holds the owner's next piece that is due until this transaction ends; undefined where there is none. */
  holdNext(tx: Tx, owner: number, now: Date): Promise<Item<T> | undefined>;
  /** As of leased work, without what is held. */
  retryNow(q: Query, owner: number, how: { now: Date }): Promise<void>;
};

/**
 * Work of which a batch is taken in the order in which it came, with the owner locked meanwhile: for what has to do with
 * each other in ways that only its content tells. It is read before the lock. Each piece is finished in a transaction of its own; the one that holds
 * the lock ends with its process, however that ends, and the next one takes up what is left.
 */
export type LockedQueue<T extends WorkTable> = WorkQueue<T> & {
  /** Until this transaction ends, nobody else works on what this owner has. Waits for whoever does. */
  lockOwner(tx: Tx, owner: number): Promise<void>;
  /** The first `limit` pieces of an owner that are due, in their order. */
  listDue(q: Query, owner: number, due: { now: Date; limit: number }): Promise<Item<T>[]>;
  /**
   * For each of these its state by now, and whether it still is as it was read: whoever had the owner locked before may
   * have worked on it. Call with the owner locked.
   */
  compare(q: Query, items: readonly Item<T>[]): Promise<{ state: State<T> | undefined; isAsRead: boolean }[]>;
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
      return (await statements.requeue(q, d, [column, value], again)) as Item<T>[];
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
  const state = (pauseMs === undefined ? (failedState ?? d.failed) : d.pending) as State<T>;
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
      (await statements.leaseNext(q, d, owner, { now, until: leaseEnd(now) })) as Item<T> | undefined,

    retryNow: (q, owner, { now, isAfresh = false }) => statements.retryNow(q, d, owner, { now, isAfresh }),
  };
}

export function defineHeldQueue<T extends WorkTable>(description: WorkDescription<T>): HeldQueue<T> {
  const d: AnyDescription = { ...(description as AnyDescription), isHeld: true };

  return {
    ...defineWork(description),

    holdNext: async (tx, owner, now) =>
      (await statements.holdNext(tx.q, d, owner, now)) as Item<T> | undefined,

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

    listDue: async (q, owner, due) => (await statements.listDue(q, d, owner, due)) as Item<T>[],

    async compare(q, items) {
      const rows = items as readonly AnyItem[];
      const known = await statements.statesOf(
        q,
        d,
        rows.map((row) => Number(row[d.id])),
      );
      return rows.map((row) => {
        const now = known.get(Number(row[d.id]));
        const isAsRead = now?.state === d.pending && now.attempts === row['attempts'];
        return { state: now?.state as State<T> | undefined, isAsRead };
      });
    },
  };
}
