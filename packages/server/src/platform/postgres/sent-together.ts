import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { storable } from '../foreign-text.ts';
import type { Tables } from '../tables.ts';

export type SentStatement = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;
/** Sends a statement to one connection. */
export type Send = (text: string, values: readonly unknown[]) => Promise<SentStatement>;

/** Begins a statement that must not be prepared, because its best plan depends on the values. */
export const UNPREPARED_HINT = '/* unprepared */';

const MAX_PREPARED = 400;
/** One for each connection, with the names of the statements that it has prepared. */
const senders = new WeakMap<pg.PoolClient, Send>();

/**
 * What sends statements to a connection of a pool in pipeline mode. Those that are begun in the same turn of the event loop go in one
 * write, since a write and a round trip cost more than most statements; they are run in the order in which they were begun.
 * Statements are named, and so planned once per connection.
 */
export function senderOf(client: pg.PoolClient): Send {
  const known = senders.get(client);
  if (known) return known;
  const nameFor = statementNames();
  let isGathering = false;
  const send: Send = (text, values) => {
    if (!isGathering) {
      isGathering = true;
      const { stream } = (client as pg.PoolClient & Pick<pg.Client, 'connection'>).connection;
      stream.cork();
      process.nextTick(() => {
        isGathering = false;
        stream.uncork();
      });
    }
    const name = nameFor(text);
    return client.query({ ...(name && { name }), text, values: values.map(storableValue) });
  };
  senders.set(client, send);
  return send;
}

function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= MAX_PREPARED || text.trimStart().startsWith(UNPREPARED_HINT)) return known;
    const name = `p${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** PostgreSQL refuses text with U+0000, wherever it comes from. */
const storableValue = (value: unknown): unknown =>
  typeof value === 'string' || Array.isArray(value) ? storable(value) : value;

/** A query builder whose statements each take a connection of the pool. */
export function builderOver(pool: pg.Pool): Kysely<Tables> {
  return builder(async () => {
    const client = await pool.connect();
    return { query: senderOf(client), release: () => client.release() };
  });
}

/** A query builder whose statements all go through `send`. */
export function builderThrough(send: Send): Kysely<Tables> {
  const client = { query: send, release: () => undefined };
  return builder(() => Promise.resolve(client));
}

/**
 * A query builder for the reads of one request: while some of its statements are under way, others take the same connection, so that
 * those that are begun together are sent together. Not for slow statements, because they are run one after the other.
 */
export function builderTogether(pool: pg.Pool): Kysely<Tables> {
  let lent: Promise<pg.PoolClient> | undefined;
  let users = 0;
  return builder(async () => {
    users += 1;
    const connecting = (lent ??= pool.connect());
    const giveBack = () => {
      users -= 1;
      if (users === 0) lent = undefined;
      return users === 0;
    };
    try {
      const client = await connecting;
      const release = () => {
        if (giveBack()) client.release();
      };
      return { query: senderOf(client), release };
    } catch (error) {
      giveBack();
      throw error;
    }
  });
}

type Connection = { query: Send; release: () => void };

function builder(connect: () => Promise<Connection>): Kysely<Tables> {
  // As configured here, the dialect only uses this form of `query`, and no cursors.
  const pool = {
    connect: connect as unknown as () => Promise<PostgresPoolClient>,
    end: () => Promise.resolve(),
  } satisfies PostgresPool;
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
