import type { BackupRun } from '@trunkline/contract';
import { sql, type Updateable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import './tables.ts';

const SHOWN = 20;

export const getSchedule = (q: Query) =>
  q.selectFrom('backup_schedule').selectAll().executeTakeFirstOrThrow();

/** False where somebody was faster. */
export async function updateSchedule(
  q: Query,
  version: number,
  change: Updateable<Tables['backup_schedule']>,
): Promise<boolean> {
  const row = await q
    .updateTable('backup_schedule')
    .set({ ...change, version: version + 1 })
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

/** Of several processes that look at the same time, one gets true. */
export async function claimDueRun(q: Query, since: string, now: Date): Promise<boolean> {
  const row = await q
    .updateTable('backup_schedule')
    .set({ looked_until: now })
    .where('is_on', '=', true)
    .where('looked_until', '=', since)
    .returning('is_only')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listRuns(q: Query): Promise<BackupRun[]> {
  const { rows } = await sql<BackupRun>`
    select r.id, r.state, r.started_at, r.ended_at, u.fullname as by, r.file, r.bytes, r.tables_done, r.tables, r.files,
      r.removed, r.fault, r.said
    from backup_runs r left join users u on u.id = r.user_id order by r.id desc limit ${SHOWN}`.execute(q);
  return rows;
}

/** Undefined where one runs already. */
export async function insertRun(
  q: Query,
  run: { started_at: Date; user_id: number | null },
): Promise<number | undefined> {
  const row = await q
    .insertInto('backup_runs')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Does nothing to a run that has ended. */
export async function updateRun(
  q: Query,
  id: number,
  change: Updateable<Tables['backup_runs']>,
): Promise<boolean> {
  const row = await q
    .updateTable('backup_runs')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const findRunning = (q: Query, id: number) =>
  q
    .selectFrom('backup_runs')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();

export async function databaseBytes(q: Query): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    q,
  );
  return rows[0]?.bytes ?? 0;
}
