import type { ReportMailState, SavedReport } from '@trunkline/contract';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

export type SavedRow = Selectable<Tables['saved_reports']> & { owner: string; last: SavedReport['last'] };

const withOwner = (q: Query) =>
  q
    .selectFrom('saved_reports as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .select('u.fullname as owner')
    .select(
      sql<SavedReport['last']>`(
        select json_build_object('due_at', to_json(to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
          'counts', json_object_agg(state, n))
        from (select m.due_at, m.state, count(*) as n from report_mails m
          where m.saved_report_id = s.id and m.due_at = (select max(l.due_at) from report_mails l where l.saved_report_id = s.id)
          group by 1, 2) c group by due_at)`.as('last'),
    );

/** The user's own, and shared ones. */
export const listSaved = (q: Query, userId: number): Promise<SavedRow[]> =>
  withOwner(q)
    .where(({ or, eb }) => or([eb('s.user_id', '=', userId), eb('s.is_shared', '=', true)]))
    .orderBy('s.name')
    .orderBy('s.id')
    .execute();

export const findSaved = (q: Query, id: number): Promise<SavedRow | undefined> =>
  withOwner(q).where('s.id', '=', id).executeTakeFirst();

export async function countSaved(q: Query, userId: number): Promise<number> {
  const { n } = await q
    .selectFrom('saved_reports')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return n;
}

type Change = Omit<SavedReport, 'id' | 'report' | 'user_id' | 'owner' | 'next_at' | 'last'> & {
  looked_until: Date;
};
const asColumns = ({ query, schedule, ...rest }: Change) => ({
  ...rest,
  query: JSON.stringify(query),
  schedule: schedule && JSON.stringify(schedule),
});

export async function insertSaved(
  q: Query,
  { report, user_id, ...change }: Change & Pick<SavedReport, 'report' | 'user_id'>,
): Promise<number> {
  const { id } = await q
    .insertInto('saved_reports')
    .values({ report, user_id, ...asColumns(change) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False where it is gone, or another user's. */
export async function updateSaved(
  q: Query,
  { id, userId }: { id: number; userId: number },
  change: Change,
): Promise<boolean> {
  const row = await q
    .updateTable('saved_reports')
    .set(asColumns(change))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const removeSaved = (q: Query, id: number, userId: number): Promise<unknown> =>
  q.deleteFrom('saved_reports').where('id', '=', id).where('user_id', '=', userId).execute();

/** Scheduled reports of active users. */
export const listScheduled = (q: Query) =>
  q
    .selectFrom('saved_reports as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .where('s.schedule', 'is not', null)
    .where('u.is_active', '=', true)
    .$narrowType<{ schedule: NonNullable<SavedReport['schedule']> }>()
    .execute();

/** Of several processes at the same time, one gets true. */
export async function claimDueRun(
  q: Query,
  { id, looked_until: since }: { id: number; looked_until: string },
  now: Date,
): Promise<boolean> {
  const row = await q
    .updateTable('saved_reports')
    .set({ looked_until: now })
    .where('id', '=', id)
    .where('looked_until', '=', since)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const insertMail = (
  q: Query,
  mail: {
    saved_report_id: number;
    due_at: Date;
    user_id: number;
    export_id: number | null;
    state: ReportMailState;
  },
): Promise<unknown> =>
  q
    .insertInto('report_mails')
    .values(mail)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export type ReportMailRow = Selectable<Tables['report_mails']>;

export const findMail = (q: Query, exportId: number): Promise<ReportMailRow | undefined> =>
  q.selectFrom('report_mails').selectAll().where('export_id', '=', exportId).executeTakeFirst();

export const updateMails = (
  q: Query,
  exportId: number,
  change: Updateable<Tables['report_mails']>,
): Promise<unknown> =>
  q
    .updateTable('report_mails')
    .set(change)
    .where('export_id', '=', exportId)
    .where('state', '=', 'waiting')
    .execute();
