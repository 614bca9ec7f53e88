import { sql, type RawBuilder } from 'kysely';
import type { Query, Tx } from '#platform/db';

/** How much is to be deleted, and the time of the oldest. */
export type ExpiredRows = { count: number; oldest: string | null };

/** Data of a kind with a retention. */
export type RetentionSource = {
  count: (q: Query, before: string) => Promise<ExpiredRows>;
  /**
   * Deletes at most that many; returns how many, and details for the audit log. Files are deleted before their rows. Left out if
   * another job deletes them.
   */
  remove?: (
    tx: Tx,
    before: string,
    most: number,
  ) => Promise<{ count: number; details?: object; files?: readonly string[] }>;
};

export const countExpired = async (
  q: Query,
  over: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): Promise<ExpiredRows> => {
  const { rows } =
    await sql<ExpiredRows>`select count(*)::int as count, min(${at}) as oldest ${over}`.execute(q);
  return rows[0] ?? { count: 0, oldest: null };
};

/** Rows of a table that nothing else refers to. */
export function listExpired(table: string, at: string): RetentionSource {
  const [name, column] = [sql.table(table), sql.ref(at)];
  return {
    count: (q, before) => countExpired(q, sql`from ${name} where ${column} < ${before}`, column),
    async remove(tx, before, most) {
      const { numAffectedRows } = await sql`delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${column} < ${before} order by ${column} limit ${most} for update))`.execute(
        tx.q,
      );
      return { count: Number(numAffectedRows ?? 0) };
    },
  };
}

/** Returns the midnight in the workspace's time zone that lies `days` days back, counting days of 23 and 25 hours as days. */
export async function retentionStart(
  q: Query,
  { now, days, timeZone }: { now: Date; days: number; timeZone: string },
): Promise<string> {
  const { rows } = await sql<{ edge: string }>`
    select ((${now}::timestamptz at time zone ${timeZone})::date - ${days}::int)::timestamp at time zone ${timeZone} as edge`.execute(
    q,
  );
  return rows[0]?.edge ?? now.toISOString();
}
