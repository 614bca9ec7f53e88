import type { ReportExport } from '@trunkline/contract';
import type { Selectable, Updateable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

export type ExportRow = Selectable<Tables['report_exports']>;

const SHOWN = 50;

/** An export as its owner gets it. Pure. */
export const toExport = ({ user_id: _user, file_id: _file, ...row }: ExportRow): ReportExport => row;

export const listExports = (q: Query, userId: number): Promise<ExportRow[]> =>
  q
    .selectFrom('report_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();

export const findExport = (q: Query, id: number): Promise<ExportRow | undefined> =>
  q.selectFrom('report_exports').selectAll().where('id', '=', id).executeTakeFirst();

/** How many exports of a user have not ended; locks the user, so that simultaneous requests are counted. */
export async function countPending(q: Query, userId: number): Promise<number> {
  await q.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const rows = await q
    .selectFrom('report_exports')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'working'])
    .execute();
  return rows.length;
}

type NewExport = Pick<ExportRow, 'user_id' | 'report' | 'format'> & {
  query: Readonly<Record<string, unknown>>;
  created_at: Date;
};

export const insertExport = (q: Query, { query, ...row }: NewExport): Promise<ExportRow> =>
  q
    .insertInto('report_exports')
    .values({ ...row, query: JSON.stringify(query) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Undefined where it was cancelled, or has ended already. */
export const updatePending = (
  q: Query,
  id: number,
  change: Updateable<Tables['report_exports']>,
): Promise<ExportRow | undefined> =>
  q
    .updateTable('report_exports')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'working'])
    .returningAll()
    .executeTakeFirst();

/** Deletes expired exports; returns the files to delete. */
export const removeExports = (q: Query, now: Date): Promise<{ file_id: string }[]> =>
  q.deleteFrom('report_exports').where('kept_until', '<=', now.toISOString()).returning('file_id').execute();

export const removeExport = (q: Query, id: number): Promise<unknown> =>
  q.deleteFrom('report_exports').where('id', '=', id).execute();
