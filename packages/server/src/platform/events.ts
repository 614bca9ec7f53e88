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

/** How many events a process keeps for clients that reconnect. A client that missed more fetches everything again. */
const KEPT = 10_000;
const BATCH = 1000;
/** Polled without a wake-up too, since a notification can be lost. */
const POLL_MS = 1000;
const NOTICE_MS = 5;

/** The events of the database, as one process follows them. */
export type Events = {
  onEvent(listener: (event: StoredEvent) => void): void;
  /** Registers work to be done before an event of that name is emitted; later events wait for it too. */
  before(name: string, prepares: (event: StoredEvent) => Promise<void>): void;
  /** The number of the last event that was emitted. */
  position(): number;
  /** The emitted events after `seq`; undefined when they are no longer kept. */
  since(seq: number): readonly StoredEvent[] | undefined;
  close(): Promise<void>;
};

/** Reads the event table and emits every event once, in order of `seq`. One per process; other processes wake it by NOTIFY. */
export async function followEvents(db: Db, notices: Notices, log: Log): Promise<Events> {
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

  /** Reads new events. Runs once at a time, and again if it was called meanwhile. */
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
    // A NOTIFY in each writing transaction would make their commits wait for each other; one notice covers many.
    setTimeout(() => {
      announced = false;
      notices.send('events', null);
    }, NOTICE_MS);
  });
  notices.on('events', wake);
  const timer = setInterval(wake, POLL_MS);

  return {
    onEvent: (listener: (event: StoredEvent) => void) => void listeners.push(listener),

    before: (name: string, prepares: (event: StoredEvent) => Promise<void>) =>
      void preparations.set(name, prepares),

    position: () => last,

    since(seq) {
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

/** The rows after `after`, waiting for gaps that a transaction could still fill: see `emit_events`. */
async function readSafely(db: Db, after: number): Promise<StoredEvent[]> {
  const rows = await read(db.q, after);
  if (isContiguous(rows, after)) return rows;
  await waitForWriters(db);
  const upTo = rows.at(-1)?.seq ?? after;
  // All transactions with a number up to `upTo` have ended by now. Newer rows are left to the next read.
  return (await read(db.q, after)).filter((row) => row.seq <= upTo);
}

const waitForWriters = (db: Db) =>
  db.q.transaction().execute((trx) => sql`select pg_advisory_xact_lock(${EVENT_LOCK})`.execute(trx));

const isContiguous = (rows: readonly StoredEvent[], after: number): boolean =>
  rows.every((row, index) => row.seq === after + 1 + index);
