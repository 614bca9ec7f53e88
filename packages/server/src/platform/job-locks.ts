import type { PoolClient } from 'pg';
import type { Db } from './db.ts';
import type { Log } from './log.ts';

/** First half of the advisory locks by which a pool of workers shows that it lives; the second is its id. */
const POOL_LOCK = 7_310_031;
/** A pool's first job may begin before its lock is there. */
const GRACE = '10 seconds';

/**
 * A pool of workers marks what it works on as its own, and a process that is killed leaves its marks behind: for four hours
 * nobody else would take up that job, nor any other of its queue. The locks here are a connection's, so they end with
 * the process however it ends, and marks without one are taken away.
 */
export function createJobLocks(db: Db, log: Log) {
  let open: Promise<PoolClient> | undefined;
  let held: PoolClient | undefined;
  const pools = new Set<string>();

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
    for (const pool of pools) await lock(client, pool);
    return client;
  }

  // Nobody else asks for it: it is there, or it is this connection's already.
  const lock = (client: PoolClient, pool: string) =>
    client.query('select pg_try_advisory_lock($1, hashtext($2))', [POOL_LOCK, pool]);

  return {
    /** From now on the pool counts as alive, until this process ends. */
    async add(pool: string): Promise<void> {
      pools.add(pool);
      await lock(await connection(), pool);
    },

    /** Gives back what pools of processes that are gone had begun. Says how many those were. */
    async release(): Promise<number> {
      const gone = await listGone(await connection());
      if (gone.length === 0) return 0;
      await db.pool.query('select graphile_worker.force_unlock_workers($1)', [gone]);
      log.warn({ pools: gone.length }, 'jobs that a process left behind when it ended are begun again');
      return gone.length;
    },

    async close(): Promise<void> {
      pools.clear();
      await open?.catch(() => undefined);
      open = undefined;
      giveBack();
    },
  };
}

/** Pools that have marks and no lock. */
async function listGone(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ ids: string[] | null }>(
    `select array_agg(w.id) as ids from (
       select locked_by as id from graphile_worker._private_jobs where locked_at < now() - $2::interval
       union select locked_by from graphile_worker._private_job_queues where locked_at < now() - $2::interval
     ) w
     where w.id is not null and not exists (
       select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
       where l.locktype = 'advisory' and l.granted and l.objsubid = 2
         and l.classid = $1::oid and l.objid = (hashtext(w.id)::bigint & 4294967295)::oid)`,
    [POOL_LOCK, GRACE],
  );
  return rows[0]?.ids ?? [];
}
