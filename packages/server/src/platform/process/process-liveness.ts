import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Db } from '../db.ts';

/** First half of the advisory locks by which somebody shows that they live; the second is their name. */
const LIFE_LOCK = 7_310_031;

export type ProcessLiveness = Awaited<ReturnType<typeof openProcessLiveness>>;

/**
 * What a process wrote down as its own stays when it is killed. So it holds locks while it lives: they are a connection's,
 * and end with the process however it ends. `lives` tells what was written down by somebody who is still there.
 */
export async function openProcessLiveness(db: Db) {
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
    // A connection that is given back may still hear of its end, and of one end more than once.
    client.on('error', () => {
      if (held !== client) return;
      open = undefined;
      giveBack();
    });
    held = client;
    for (const name of names) await lock(client, name);
    return client;
  }

  // Nobody else asks for it: it is there, or it is this connection's already.
  const lock = (client: PoolClient, name: string) =>
    client.query('select pg_try_advisory_lock($1, hashtext($2))', [LIFE_LOCK, name]);

  await connection();
  return {
    /** The name of this process. */
    self,

    /** From now on this name counts as alive, until this process ends. */
    async add(name: string): Promise<void> {
      names.add(name);
      await lock(await connection(), name);
    },

    /** Takes the locks again where their connection was lost. */
    hold: async (): Promise<void> => void (await connection()),

    async close(): Promise<void> {
      names.clear();
      await open?.catch(() => undefined);
      open = undefined;
      giveBack();
    },
  };
}

/** Whether the name in this column is of somebody who lives; the locks are read once for a whole statement. */
export const isLiveSql = (column: string): string =>
  `(hashtext(${column})::bigint & 4294967295)::oid in (
     select l.objid from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
     where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = ${LIFE_LOCK}::oid)`;
