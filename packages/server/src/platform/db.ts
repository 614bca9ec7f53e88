import type { NumberedEventName, NumberedPayload } from '@trunkline/contract';
import { type Compilable, CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { storableJson } from './foreign-text.ts';
import type { Log } from './log.ts';
import {
  builderOver,
  builderThrough,
  builderTogether,
  senderOf,
  type Send,
} from './postgres/sent-together.ts';
import { inTransaction, UNREAD_HINT } from './postgres/transaction-writes.ts';
import type { Tables } from './tables.ts';

/** The advisory lock of transactions that write events: see `emit_events` in the migrations. */
export const EVENT_LOCK = 7_310_001;

export { UNPREPARED_HINT } from './postgres/sent-together.ts';

export type Query = Kysely<Tables> | Transaction<Tables>;

/** `priority`: lower numbers run first; 0 by default. */
export type JobOptions = { runAt?: Date; key?: string; queue?: string; priority?: number };

/** A transaction that also collects events, jobs and callbacks for its end. */
export type Tx = {
  /** Statements of it that are begun together are sent together, and run in the order in which they were begun. */
  q: Transaction<Tables>;
  /** Emits a numbered event to the sockets in these rooms; stored with the data, sent after commit. */
  emit<N extends NumberedEventName>(name: N, payload: NumberedPayload<N>, rooms: readonly string[]): void;
  /** Enqueues a job. It survives a crash, and exists only if the transaction commits. */
  enqueue(task: string, payload: object, options?: JobOptions): Promise<void>;
  /**
   * Runs once per key, right before the commit, in order of keys. For counters that many transactions change: their rows are
   * locked for a moment only, and no other lock is waited for meanwhile.
   */
  beforeCommit(key: string, run: () => Promise<void>): void;
  /** Runs after the commit. For what may be lost in a crash, such as wake-ups and clearing caches. */
  afterCommit(run: () => void): void;
};

/** A numbered event that a transaction has emitted. */
export type EmittedEvent = {
  [N in NumberedEventName]: { name: N; payload: NumberedPayload<N>; rooms: readonly string[] };
}[NumberedEventName];

export type Db = {
  q: Kysely<Tables>;
  /**
   * For the reads of one request that do not wait for each other: as `q`, but those that are begun together share a connection and
   * are sent in one write. Not for slow ones, which then would be run one after the other.
   */
  together(): Kysely<Tables>;
  /** For single statements, and for connections that are held permanently. Transactions have another pool. */
  pool: pg.Pool;
  /** How many connections are open, and how many requests wait for one. */
  load(): { open: number; waiting: number };
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Called after every commit that wrote events. */
  onEvents(listener: () => void): void;
  /** Called at the end of every transaction that emits events, as part of it. */
  onEmitting(listener: (tx: Tx, events: readonly EmittedEvent[]) => Promise<void>): void;
  close(): Promise<void>;
};

// Ids are bigint in the database and stay far below 2^53; times travel as ISO text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
// The driver's list of type ids has no arrays.
const BIGINT_ARRAY = 1016 as unknown as typeof pg.types.builtins.INT8;
pg.types.setTypeParser(BIGINT_ARRAY, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);

/** How long to wait for a connection before the request is refused. */
const PATIENCE_MS = 30_000;

/**
 * Opens the database with two pools of at most `max` connections each. If transactions and single statements shared one pool,
 * transactions that make single statements could take all connections and then wait for each other for ever. So transactions
 * have a pool of their own.
 */
export function openDb(url: string, log: Log, max = 12): Db {
  let isClosing = false;
  const open = (): pg.Pool => {
    const settings = { connectionString: url, max, connectionTimeoutMillis: PATIENCE_MS };
    const pool = new pg.Pool({ ...settings, pipeline: true, options: '-c timezone=UTC' });
    // Without a handler an idle connection that the database closes would end the process.
    pool.on('error', (error) => {
      if (!isClosing) log.warn({ reason: error.message }, 'database connection lost');
    });
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  const [pool, holding] = [open(), open()];
  const q = builderOver(pool);
  const listeners: (() => void)[] = [];
  const keepers: ((tx: Tx, events: readonly EmittedEvent[]) => Promise<void>)[] = [];

  return {
    q,
    pool,
    load: () => ({
      open: pool.totalCount + holding.totalCount,
      waiting: pool.waitingCount + holding.waitingCount,
    }),
    together: () => builderTogether(pool),
    async transaction(work) {
      const pending: PendingEvents = { events: [], last: new Map(), callbacks: [] };
      const result = await overConnection(holding, async (send) => {
        const trx = builderThrough(send) as Transaction<Tables>;
        const tx = openTx(trx, pending);
        const value = await work(tx);
        for (const [, run] of [...pending.last].toSorted(([a], [b]) => (a < b ? -1 : 1))) await run();
        if (pending.events.length > 0) for (const keep of keepers) await keep(tx, pending.events);
        // Last before the commit, so that the event lock is held for a moment only.
        if (pending.events.length > 0) {
          await sql`${sql.raw(UNREAD_HINT)} select emit_events(${EVENT_LOCK}, ${storableJson(pending.events)}::jsonb)`.execute(
            trx,
          );
        }
        return value;
      });
      if (pending.events.length > 0) for (const listener of listeners) listener();
      for (const run of pending.callbacks) run();
      return result;
    },
    onEvents: (listener) => void listeners.push(listener),
    onEmitting: (listener) => void keepers.push(listener),
    async close() {
      isClosing = true;
      await Promise.all([pool.end(), holding.end()]);
      listeners.length = 0;
      keepers.length = 0;
    },
  };
}

/** Runs `work` in a transaction of a connection of this pool. */
async function overConnection<T>(pool: pg.Pool, work: (send: Send) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await inTransaction(senderOf(client), work);
  } finally {
    client.release();
  }
}

type PendingEvents = {
  events: EmittedEvent[];
  last: Map<string, () => Promise<void>>;
  callbacks: (() => void)[];
};

function openTx(trx: Transaction<Tables>, pending: PendingEvents): Tx {
  return {
    q: trx,
    emit: (name, payload, rooms) =>
      void pending.events.push({ name, payload, rooms: [...new Set(rooms)] } as unknown as EmittedEvent),
    async enqueue(task, payload, { runAt, key, queue, priority } = {}) {
      await sql`${sql.raw(UNREAD_HINT)} select graphile_worker.add_job(${task}, ${storableJson(payload)}::json, queue_name => ${queue ?? null},
        run_at => ${runAt ?? null}, job_key => ${key ?? null}, priority => ${priority ?? null}::int)`.execute(
        trx,
      );
    },
    beforeCommit: (key, run) => void pending.last.set(key, run),
    afterCommit: (run) => void pending.callbacks.push(run),
  };
}

/**
 * Executes a statement whose result nobody reads; in a transaction it is sent together with the next one, which then may be
 * rejected with its error. Not for statements whose error is caught.
 */
export async function executeUnread(q: Query, query: Compilable): Promise<void> {
  const { sql: text, parameters } = query.compile();
  await q.executeQuery(CompiledQuery.raw(`${UNREAD_HINT} ${text}`, [...parameters]));
}
