import { sql, type Insertable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import './tables.ts';

export async function insertFile(q: Query, file: Insertable<Tables['information_files']>): Promise<void> {
  await q.insertInto('information_files').values(file).execute();
}

export const findFile = (q: Query, id: string) =>
  q.selectFrom('information_files').selectAll().where('id', '=', id).executeTakeFirst();

export async function countUnused(q: Query, userId: number): Promise<number> {
  const { n } = await q
    .selectFrom('information_files')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('post_id', 'is', null)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Sets the files of a post, in this order; returns how many of them it could get. */
export async function setFiles(
  q: Query,
  postId: number,
  { ids, userId }: { ids: readonly string[]; userId: number },
): Promise<number> {
  await sql`update information_files set post_id = null
    where post_id = ${postId} and not id = any(${ids}::uuid[])`.execute(q);
  const { numAffectedRows } = await sql`
    update information_files set post_id = ${postId}, position = array_position(${ids}::uuid[], id)
    where id = any(${ids}::uuid[]) and (post_id = ${postId} or (post_id is null and user_id = ${userId}))`.execute(
    q,
  );
  return Number(numAffectedRows ?? 0);
}

export async function listUnused(q: Query, before: Date): Promise<string[]> {
  const rows = await q
    .selectFrom('information_files')
    .select('id')
    .where('post_id', 'is', null)
    .where('created_at', '<', before.toISOString())
    .orderBy('created_at')
    .limit(1000)
    .execute();
  return rows.map(({ id }) => id);
}

export async function removeUnused(q: Query, id: string): Promise<void> {
  await q.deleteFrom('information_files').where('id', '=', id).where('post_id', 'is', null).execute();
}
