import type { Selectable, Updateable } from 'kysely';
import type { Tables } from '#platform/tables';

/** The columns of every queue table: a row is one piece of work, and stays when it is done. */
type WorkColumns = {
  /** text: the pending state as the description names it, or a final one. */
  state: unknown;
  /** int: the number of failed attempts. */
  attempts: unknown;
  /** timestamptz(3): not tried before that; null, if the table allows it, means at once. */
  next_try_at: unknown;
};
/** timestamptz(3): until then nobody else takes it; null while nobody works on it. */
type LeaseColumns = WorkColumns & { leased_until: unknown };

export type WorkTable = keyof { [T in keyof Tables as Tables[T] extends WorkColumns ? T : never]: true };
export type LeaseTable = keyof { [T in keyof Tables as Tables[T] extends LeaseColumns ? T : never]: true };

export type QueueColumn<T extends keyof Tables> = keyof Tables[T] & string;
/** A row of the table. */
export type QueueRow<T extends keyof Tables> = Selectable<Tables[T]>;
/** Additional columns of the table that are written as well. */
export type ColumnChanges<T extends keyof Tables> = Partial<Updateable<Tables[T]>>;
export type QueueState<T extends WorkTable> = QueueRow<T> extends { state: infer S } ? S : never;

export type WorkDescription<T extends WorkTable> = {
  /** Names the queue's jobs, for example "webhooks:send"; must be unique. */
  name: string;
  table: T;
  /** An increasing number: what was queued first has the lowest. */
  id: QueueColumn<T>;
  /** A number: whose work it is (a mailbox, an account, a webhook). Work of different owners never waits for each other. */
  owner: QueueColumn<T>;
  /** The states of work that waits, and of work that has failed for good. */
  pending: QueueState<T>;
  failed: QueueState<T>;
  /** Milliseconds between a failed attempt and the next one. After the last of them the work has failed for good. */
  pausesMs: readonly number[];
  /** Set if work is never given up: the last pause is repeated. */
  repeatsLastPause?: true;
};

export type LeaseDescription<T extends LeaseTable> = WorkDescription<T> & {
  /**
   * How long a worker may hold a piece of work; longer than any attempt takes. After a crash, work in progress is taken again
   * only after this time.
   */
  leaseMs: number;
  /** Rows of one owner with the same value in this column are done one after the other. */
  orderingKey?: QueueColumn<T>;
  /** A row in which this column is set does not wait for others of its ordering key, nor they for it. */
  outOfOrder?: QueueColumn<T>;
  /** timestamptz(3): the earliest time of a retry by hand. */
  notBefore?: QueueColumn<T>;
  /** int: counts calls of `retryNow`, so that an attempt that fails at that moment is repeated at once. */
  retryRequests?: QueueColumn<T>;
};

/** `T` as the statements see it, which are the same for all tables. */
export type AnyDescription = Omit<WorkDescription<never>, 'table' | 'id' | 'owner' | 'pending' | 'failed'> & {
  table: string;
  id: string;
  owner: string;
  pending: string;
  failed: string;
  leaseMs?: number;
  isHeld?: boolean;
  orderingKey?: string;
  outOfOrder?: string;
  notBefore?: string;
  retryRequests?: string;
};
export type AnyItem = Readonly<Record<string, unknown>>;
