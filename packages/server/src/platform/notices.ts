import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Db } from './db.ts';
import type { Log } from './log.ts';

const CHANNEL = 'trunkline';
const RETRY_MS = 1000;
const envelope = z.object({ from: z.string(), topic: z.string(), payload: z.unknown() });

type Handler = (payload: never) => void;

export type Notices = {
  /** Calls `handler` with every notice of this topic, whichever process sent it. */
  on<P>(topic: string, handler: (payload: P) => void): void;
  send(topic: string, payload: unknown): void;
  close(): void;
};

/**
 * Messages between the processes of one installation: wake-ups, typing, clearing caches. They may be lost (NOTIFY), so nothing
 * may depend on them. A notice reaches this process's own handlers at once, the others' in about a millisecond. Payloads must
 * stay under 7,000 bytes.
 */
export async function openNotices(db: Db, log: Log): Promise<Notices> {
  const self = randomUUID();
  const handlers = new Map<string, Handler[]>();
  let client: PoolClient | undefined;
  let closed = false;
  const outbox = createOutbox(db, log);

  const handle = (topic: string, payload: unknown) =>
    handlers.get(topic)?.forEach((handler) => handler(payload as never));

  async function listen(): Promise<void> {
    if (closed) return;
    const fresh = await db.pool.connect();
    fresh.on('notification', ({ payload }) => {
      const notice = read(payload, log);
      if (notice && notice.from !== self) handle(notice.topic, notice.payload);
    });
    // Never removed: a connection may emit several errors while it breaks, also after it was released.
    fresh.on('error', () => {
      if (client !== fresh) return;
      client = undefined;
      fresh.release(true);
      retry();
    });
    await subscribe(fresh);
    // Closed meanwhile: nobody else would release this connection, and the pool would wait for it for ever.
    if (closed) return fresh.release(true);
    client = fresh;
  }

  function retry(): void {
    setTimeout(() => {
      listen().catch((error: unknown) => {
        log.warn({ err: error }, 'cannot listen for notices yet');
        retry();
      });
    }, RETRY_MS).unref();
  }

  await listen();

  return {
    on<P>(topic: string, handler: (payload: P) => void): void {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler]);
    },

    send(topic: string, payload: unknown): void {
      handle(topic, payload);
      outbox.add(JSON.stringify({ from: self, topic, payload }));
    },

    close(): void {
      closed = true;
      outbox.flush();
      client?.release(true);
      client = undefined;
    },
  };
}

/** Collects notices for the other processes: one statement sends several, and equal ones are sent once. */
function createOutbox(db: Db, log: Log) {
  const waiting = new Set<string>();

  function flush(): void {
    if (waiting.size === 0) return;
    const notices = [...waiting];
    waiting.clear();
    const all = 'select pg_notify($1, notice) from unnest($2::text[]) notice';
    db.pool.query(all, [CHANNEL, notices]).catch((error: unknown) => {
      log.debug({ err: error, count: notices.length }, 'notices not sent');
    });
  }

  return {
    flush,
    add(notice: string): void {
      if (waiting.size === 0) setImmediate(flush);
      waiting.delete(notice);
      waiting.add(notice);
    },
  };
}

/** Anybody with access to the database may send on the channel: invalid messages must not end the process. */
function read(text: string | undefined, log: Log): z.infer<typeof envelope> | undefined {
  try {
    return envelope.parse(JSON.parse(text ?? ''));
  } catch {
    log.warn('a notice that cannot be read was ignored');
    return undefined;
  }
}

async function subscribe(client: PoolClient): Promise<void> {
  await client.query(`listen ${CHANNEL}`).catch((error: unknown) => {
    client.release(true);
    throw error;
  });
}
