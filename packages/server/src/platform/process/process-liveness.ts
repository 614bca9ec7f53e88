import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Db } from '../db.ts';

/** First half of the advisory locks that show that a process lives; the second is a hash of its name. */
const LIFE_LOCK = 7_310_031;

export type ProcessLiveness = {
  /** The id of this process. */
  self: string;
  /** Makes this name count as alive until this process ends. */
  add(name: string): Promise<void>;
  /** Takes the locks again where their connection was lost. */
  hold(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Tells which processes still live. Rows that a killed process has marked as its own stay in the database, so it holds advisory
 * locks while it lives: they belong to its connection, and end with the process. See `isLiveSql`.
 */
export async function openProcessLiveness(db: Db): Promise<ProcessLiveness> {
  const self = randomUUID();
  const names = new Set<string>([self]);
  let open: Promise<PoolClient> | undefined;
  let held: PoolClient | undefined;

  function giveBack(): void {
    const client = held;
    held = undefined;
    client?.release(true);
  }

  function connection(): Promise<PoolClient> {
    open ??= connect().catch((error: unknown) => {
      open = undefined;
      throw error;
    });
    return open;
  }

  async function connect(): Promise<PoolClient> {
    const client = await db.pool.connect();
    // A released connection may still emit errors, and more than one.
    client.on('error', () => {
      if (held !== client) return;
      open = undefined;
      giveBack();
    });
    held = client;
    for (const name of names) await lock(client, name);
    return client;
  }

  // Nobody else asks for this lock: it is free, or this connection has it.
  const lock = (client: PoolClient, name: string) =>
    client.query('select pg_try_advisory_lock($1, hashtext($2))', [LIFE_LOCK, name]);

  await connection();
  return {
    self,

    async add(name) {
      names.add(name);
      await lock(await connection(), name);
    },

    hold: async () => void (await connection()),

    async close() {
      names.clear();
      await open?.catch(() => undefined);
      open = undefined;
      giveBack();
    },
  };
}

/** An SQL condition: the name in this column is of a process that lives. The locks are read once per statement. */
export const isLiveSql = (column: string): string =>
  `(hashtext(${column})::bigint & 4294967295)::oid in (
     select l.objid from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
     where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = ${LIFE_LOCK}::oid)`;
