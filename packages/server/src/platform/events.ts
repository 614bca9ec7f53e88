import { sql } from 'kysely';
import { EVENT_LOCK, type Db } from './db.ts';
import type { Log } from './log.ts';
import type { Notices } from './notices.ts';
import './tables.ts';

export type StoredEvent = { seq: number; name: string; payload: unknown; rooms: readonly string[] };

declare module './tables.ts' {
  interface Tables {
    events: {
      seq: Auto<number>;
      name: string;
      payload: Json<unknown>;
      rooms: string[];
      created_at: AutoTime;
    };
  }
}

/** How many events a process keeps in memory for clients that come back. Who missed more fetches anew. */
const KEPT = 10_000;
const BATCH = 1000;
/** Also looked at without a wake-up: a notification can be lost, the table can't. */
const POLL_MS = 1000;
const NOTICE_MS = 5;

export type Events = Awaited<ReturnType<typeof followEvents>>;

/**
 * Follows the event table and hands out every event once, in the order of `seq`. One per process; wake-ups from other
 * processes come by NOTIFY.
 */
export async function followEvents(db: Db, notices: Notices, log: Log) {
  let last = await readLast(db);
  const kept: StoredEvent[] = await readKept(db, last);
  const listeners: ((event: StoredEvent) => void)[] = [];
  const preparations = new Map<string, (event: StoredEvent) => Promise<void>>();
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;

  function deliver(event: StoredEvent): void {
    last = event.seq;
    kept.push(event);
    if (kept.length > KEPT * 1.1) kept.splice(0, kept.length - KEPT);
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, event: event.name }, 'event listener failed');
      }
    }
  }

  async function prepare(event: StoredEvent): Promise<void> {
    try {
      await preparations.get(event.name)?.(event);
    } catch (error) {
      log.error({ err: error, event: event.name }, 'could not prepare for an event');
    }
  }

  async function drain(): Promise<void> {
    do {
      again = false;
      const rows = await readSafely(db, last);
      for (const event of rows) {
        await prepare(event);
        deliver(event);
      }
      if (rows.length === BATCH) again = true;
    } while (again && !closed);
  }

  /** New rows may be there: look. Never two at a time, never one missed. */
  function wake(): void {
    again = true;
    running ??= drain()
      .catch((error: unknown) => {
        if (!closed) log.warn({ err: error }, 'could not read events');
      })
      .finally(() => (running = undefined));
  }

  let announced = false;
  db.onEvents(() => {
    wake();
    if (announced) return;
    announced = true;
    // NOTIFY inside the writing transactions would make their commits wait for each other; one notice does for many.
    setTimeout(() => {
      announced = false;
      notices.send('events', null);
    }, NOTICE_MS);
  });
  notices.on('events', wake);
  const timer = setInterval(wake, POLL_MS);

  return {
    onEvent: (listener: (event: StoredEvent) => void) => void listeners.push(listener),

    /** Done before an event of that name is handed out: it and whatever comes after it waits. */
    before: (name: string, prepares: (event: StoredEvent) => Promise<void>) =>
      void preparations.set(name, prepares),

    /** The number of the last event that was handed out. */
    position: () => last,

    /** The events after `seq` that were handed out so far, or undefined when they reach further back than is kept. */
    since(seq: number): readonly StoredEvent[] | undefined {
      if (seq > last) return undefined;
      const first = kept[0]?.seq ?? last + 1;
      if (seq + 1 < first) return undefined;
      return kept.filter((event) => event.seq > seq);
    },

    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function readLast(db: Db): Promise<number> {
  await waitForWriters(db);
  const row = await db.q
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

async function readKept(db: Db, last: number): Promise<StoredEvent[]> {
  const rows = await db.q
    .selectFrom('events')
    .select(['seq', 'name', 'payload', 'rooms'])
    .where('seq', '<=', last)
    .orderBy('seq', 'desc')
    .limit(KEPT)
    .execute();
  return rows.reverse();
}

const read = (q: Db['q'], after: number): Promise<StoredEvent[]> =>
  q
    .selectFrom('events')
    .select(['seq', 'name', 'payload', 'rooms'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(BATCH)
    .execute();

/** Rows after `after`, with no gap that could still be filled: see `emit_events`. */
async function readSafely(db: Db, after: number): Promise<StoredEvent[]> {
  const rows = await read(db.q, after);
  if (isContiguous(rows, after)) return rows;
  await waitForWriters(db);
  const upTo = rows.at(-1)?.seq ?? after;
  // Whoever had drawn a number up to `upTo` has ended by now. Newer rows may have gaps again: the next round's work.
  return (await read(db.q, after)).filter((row) => row.seq <= upTo);
}

const waitForWriters = (db: Db) =>
  db.q.transaction().execute((trx) => sql`select pg_advisory_xact_lock(${EVENT_LOCK})`.execute(trx));

const isContiguous = (rows: readonly StoredEvent[], after: number): boolean =>
  rows.every((row, index) => row.seq === after + 1 + index);
