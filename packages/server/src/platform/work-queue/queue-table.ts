import type { Selectable, Updateable } from 'kysely';
import type { Tables } from '#platform/tables';

/** What every table of work has: one row is one piece of work, and stays when it is done. */
type WorkColumns = {
  /** text: the state that waits, as the description names it, or one of those in which nothing is left to do. */
  state: unknown;
  /** int: how often it was tried in vain. */
  attempts: unknown;
  /** timestamptz(3): before that it is not tried; null, where the table allows it: at once. */
  next_try_at: unknown;
};
/** timestamptz(3), null where nobody works on it: until then nobody else takes it. */
type LeaseColumns = WorkColumns & { leased_until: unknown };

export type WorkTable = keyof { [T in keyof Tables as Tables[T] extends WorkColumns ? T : never]: true };
export type LeaseTable = keyof { [T in keyof Tables as Tables[T] extends LeaseColumns ? T : never]: true };

export type Column<T extends keyof Tables> = keyof Tables[T] & string;
/** A row, as it is read. */
export type Item<T extends keyof Tables> = Selectable<Tables[T]>;
/** Columns of the kind's own that are written along. */
export type Change<T extends keyof Tables> = Partial<Updateable<Tables[T]>>;
export type State<T extends WorkTable> = Item<T> extends { state: infer S } ? S : never;

export type WorkDescription<T extends WorkTable> = {
  /** Names the queue's jobs: "webhooks:send". It must be the only one of that name. */
  name: string;
  table: T;
  /** A number, growing: what was queued first has the lowest. */
  id: Column<T>;
  /** A number: whose work it is (a mailbox, an account, a webhook). Work of several owners never waits for each other. */
  owner: Column<T>;
  /** The state that waits to be worked on; failed work, and work that is requeued, is found by these two. */
  pending: State<T>;
  failed: State<T>;
  /** Milliseconds between an attempt that failed and the next one. After the last of them work has failed for good. */
  pausesMs: readonly number[];
  /** After the last pause it is not given up: that pause comes again and again. */
  repeatsLastPause?: true;
};

export type LeaseDescription<T extends LeaseTable> = WorkDescription<T> & {
  /** Milliseconds; longer than any attempt takes. After a crash, so long nobody takes up what was under way. */
  leaseMs: number;
  /** Of an owner's work that has the same in this column, the first that waits or is under way holds up the others. */
  orderingKey?: Column<T>;
  /** A row in which this column is set waits for none of its ordering key, and none waits for it. */
  outOfOrder?: Column<T>;
  /** timestamptz(3): a retry that somebody asks for does not come before that. */
  notBefore?: Column<T>;
  /** int: counts `retryNow`. With it, whoever is just failing while somebody asks for a retry tries again at once. */
  retryRequests?: Column<T>;
};

/** `T` as the statements see it, which are written once for all tables. */
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
