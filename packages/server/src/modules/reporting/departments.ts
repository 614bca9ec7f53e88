import type { Query } from '#platform/db';

/** Returns the department that replaces this one today: a merged department has no tickets and no members any more. */
export async function currentDepartment(q: Query, id: number | undefined): Promise<number | undefined> {
  if (id === undefined) return undefined;
  const row = await q.selectFrom('departments').select('merged_into').where('id', '=', id).executeTakeFirst();
  return row?.merged_into ?? id;
}
