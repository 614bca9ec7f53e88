import { informationFileUrl, type InformationPost, type PostPhase } from '@trunkline/contract';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { Query } from '#platform/db';
import type { Cursor } from '#platform/paging';
import type { Tables } from '#platform/tables';
import './tables.ts';

/** The reader, and the time. */
export type PostReader = { userId: number; now: Date };
export type PostQuery = {
  state: PostPhase;
  q?: string | undefined;
  category?: number | undefined;
  after?: Cursor | undefined;
  limit: number;
};

const stateAt = (now: string): RawBuilder<PostPhase> =>
  sql`case when p.starts_at > ${now} then 'planned' when p.ends_at <= ${now} then 'ended' else 'current' end`;

/** Posts that the reader must still confirm come first. */
const SORT_KEY = sql`case when p.must_read and r.read_at is null then '1' else '0' end
  || to_char(p.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;

const ATTACHMENTS = sql`coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime,
    'size', f.size, 'url', ${informationFileUrl('')} || f.id) order by f.position)
  from information_files f where f.post_id = p.id), '[]')`;

const selectPosts = ({ userId, now }: PostReader) => sql`
  select p.id, p.version, p.title, p.body, p.html, p.category_id, c.name as category, p.must_read, p.starts_at, p.ends_at,
    u.fullname as author, p.updated_at, ${stateAt(now.toISOString())} as state, r.read_at, ${SORT_KEY} as sort_key,
    ${ATTACHMENTS} as attachments
  from information_posts p
  join information_categories c on c.id = p.category_id
  join users u on u.id = p.author_id
  left join information_reads r on r.post_id = p.id and r.user_id = ${userId}`;

export type PlacedPost = InformationPost & { sort_key: string };

/** One row more than `limit`, if there are more. */
export async function listPosts(q: Query, reader: PostReader, wanted: PostQuery): Promise<PlacedPost[]> {
  const { state, q: words = '', category = null, after, limit } = wanted;
  const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<PlacedPost>`
    select * from (${selectPosts(reader)}) posts
    where state = ${state} and (${category}::bigint is null or category_id = ${category})
      and (title ilike ${like} or body ilike ${like})
      and (${after?.key ?? null}::text is null or (sort_key collate "C", id) < (${after?.key ?? ''} collate "C", ${after?.id ?? 0}))
    order by sort_key collate "C" desc, id desc limit ${limit + 1}`.execute(q);
  return rows;
}

export async function findPost(
  q: Query,
  reader: PostReader,
  id: number,
): Promise<InformationPost | undefined> {
  const { rows } =
    await sql<PlacedPost>`select * from (${selectPosts(reader)}) posts where id = ${id}`.execute(q);
  return rows[0];
}

export async function countUnread(q: Query, { userId, now }: PostReader): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from information_posts p
    where p.must_read and ${stateAt(now.toISOString())} = 'current'
      and not exists (select from information_reads r where r.post_id = p.id and r.user_id = ${userId})`.execute(
    q,
  );
  return rows[0]?.unread ?? 0;
}

export async function insertPost(q: Query, post: Insertable<Tables['information_posts']>): Promise<number> {
  const row = await q.insertInto('information_posts').values(post).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** False where somebody else was faster. */
export async function updatePost(
  q: Query,
  { id, version }: { id: number; version: number },
  change: Updateable<Tables['information_posts']>,
): Promise<boolean> {
  const row = await q
    .updateTable('information_posts')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removePost(q: Query, id: number): Promise<boolean> {
  const row = await q.deleteFrom('information_posts').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

export async function insertRead(q: Query, id: number, { userId, now }: PostReader): Promise<void> {
  await q
    .insertInto('information_reads')
    .values({ post_id: id, user_id: userId, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeReads(q: Query, id: number): Promise<void> {
  await q.deleteFrom('information_reads').where('post_id', '=', id).execute();
}

/** When each user confirmed it, by user id. */
export async function listReadTimes(q: Query, id: number): Promise<Map<number, string>> {
  const rows = await q
    .selectFrom('information_reads')
    .select(['user_id', 'read_at'])
    .where('post_id', '=', id)
    .execute();
  return new Map(rows.map(({ user_id: user, read_at: at }) => [user, at]));
}
