import type { PoolClient } from 'pg';
import type { Platform } from '../platform.ts';

/** `lock` is the first half of its advisory locks; the second is the id of what is locked. */
type Kind = { lock: number; name: string };

/**
 * Has one of several server processes follow a mailbox or connection. The locks belong to a database connection: when the
 * process or the connection ends, for whatever reason, another process can take them.
 */
export function createHeldLocks(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { lock, name }: Kind,
  onLost: () => void,
) {
  let client: PoolClient | undefined;
  const held = new Set<number>();

  function lose(): void {
    client?.release(true);
    client = undefined;
    if (held.size === 0) return;
    held.clear();
    onLost();
  }

  async function connection(): Promise<PoolClient> {
    if (client) return client;
    const fresh = await db.pool.connect();
    fresh.on('error', (error) => {
      if (client !== fresh) return;
      log.warn({ reason: error.message }, `the connection that holds the ${name} was lost`);
      lose();
    });
    client = fresh;
    return fresh;
  }

  return {
    async acquire(id: number): Promise<boolean> {
      if (held.has(id)) return true;
      const { rows } = await (
        await connection()
      ).query<{ ok: boolean }>('select pg_try_advisory_lock($1, $2) as ok', [lock, id]);
      if (rows[0]?.ok) held.add(id);
      return rows[0]?.ok === true;
    },

    async release(id: number): Promise<void> {
      if (!held.delete(id)) return;
      await client?.query('select pg_advisory_unlock($1, $2)', [lock, id]);
    },

    close(): void {
      held.clear();
      client?.release(true);
      client = undefined;
    },
  };
}
