import type { Query } from '#platform/db';

/** Every channel account by name, active ones first. */
export async function listAccounts(q: Query): Promise<{ id: number; name: string }[]> {
  return q
    .selectFrom('channel_accounts')
    .select(['id', 'name'])
    .orderBy('is_active', 'desc')
    .orderBy('id')
    .execute();
}

/** How many of these accounts exist. */
export async function countAccounts(q: Query, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await q.selectFrom('channel_accounts').select('id').where('id', 'in', ids).execute();
  return rows.length;
}
