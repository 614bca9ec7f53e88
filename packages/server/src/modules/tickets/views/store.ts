import type { DeskSettings } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

export type ViewRow = NonNullable<Awaited<ReturnType<typeof lock>>>;

const select = (q: Query) =>
  q
    .selectFrom('ticket_views')
    .select(['id', 'user_id', 'is_shared', 'name', 'search', 'columns', 'version', 'removed_at']);

/** The user's own views and the shared ones, oldest first. */
export const list = (q: Query, userId: number) =>
  select(q)
    .where('removed_at', 'is', null)
    .where((is) => is.or([is('user_id', '=', userId), is('is_shared', '=', true)]))
    .orderBy('id')
    .execute();

export const lock = (q: Query, id: number) => select(q).where('id', '=', id).forUpdate().executeTakeFirst();

export async function countOwn(q: Query, userId: number): Promise<number> {
  const row = await q
    .selectFrom('ticket_views')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.n ?? 0;
}

export type ViewFields = { name: string; is_shared: boolean; search: string; columns: string[] | null };

export async function insert(q: Query, userId: number, fields: ViewFields): Promise<number> {
  const row = await q
    .insertInto('ticket_views')
    .values({ ...fields, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function update(
  q: Query,
  id: number,
  fields: Partial<ViewFields> & { removed_at?: Date | null },
): Promise<void> {
  await q
    .updateTable('ticket_views')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function removeOld(q: Query, before: Date): Promise<void> {
  await q.deleteFrom('ticket_views').where('removed_at', '<', before.toISOString()).execute();
}

export const findSettings = (q: Query, userId: number) =>
  q
    .selectFrom('desk_settings')
    .select(['columns', 'view_order', 'default_view_id', 'undo_send_seconds'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function saveSettings(q: Query, userId: number, settings: Partial<DeskSettings>): Promise<void> {
  await q
    .insertInto('desk_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId, ...settings }))
    .execute();
}
