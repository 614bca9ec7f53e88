import type { Query } from '#platform/db';
import type { MacroBefore } from '../tables.ts';
import '../tables.ts';

type NewRun = {
  macro_id: number;
  ticket_id: number;
  user_id: number;
  client_key: string;
  at: Date;
  before: MacroBefore;
  version: number;
};

export async function insertRun(q: Query, { before, ...run }: NewRun): Promise<number> {
  const row = await q
    .insertInto('macro_runs')
    .values({ ...run, before: JSON.stringify(before) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export const findRunByKey = (q: Query, userId: number, clientKey: string) =>
  q
    .selectFrom('macro_runs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();

export const lockRun = (q: Query, id: number, userId: number) =>
  q
    .selectFrom('macro_runs')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export async function markUndone(q: Query, id: number, now: Date): Promise<void> {
  await q.updateTable('macro_runs').set({ undone_at: now }).where('id', '=', id).execute();
}
