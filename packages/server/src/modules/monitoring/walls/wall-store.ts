import type { WallLink, WallTile } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    wall_links: {
      id: Auto<number>;
      name: string;
      token_hash: Buffer;
      tiles: WallTile[];
      made_by: number;
      created_at: Time;
      last_used_at: Time | null;
      revoked_at: Time | null;
    };
  }
}

/** Joins the report view of users for their names. */
export async function listLinks(q: Query, id: number | null = null): Promise<WallLink[]> {
  const { rows } = await sql<WallLink>`
    select w.id, w.name, w.tiles, json_build_object('id', p.id, 'name', p.name) as made_by, w.created_at, w.last_used_at
    from wall_links w join report_people p on p.id = w.made_by
    where w.revoked_at is null and (${id}::bigint is null or w.id = ${id}::bigint) order by w.id`.execute(q);
  return rows;
}

export async function insertLink(
  q: Query,
  link: { name: string; token_hash: Buffer; tiles: WallTile[]; made_by: number; created_at: Date },
): Promise<number> {
  const row = await q
    .insertInto('wall_links')
    .values({ ...link, last_used_at: null, revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export type StoredLink = Pick<WallLink, 'id' | 'name' | 'tiles' | 'last_used_at'> & { made_by: number };

/** Undefined: there is no valid one. */
export const findLink = (
  q: Query,
  by: { tokenHash: Buffer } | { id: number },
): Promise<StoredLink | undefined> => {
  const links = q
    .selectFrom('wall_links')
    .select(['id', 'name', 'tiles', 'made_by', 'last_used_at'])
    .where('revoked_at', 'is', null);
  return (
    'id' in by ? links.where('id', '=', by.id) : links.where('token_hash', '=', by.tokenHash)
  ).executeTakeFirst();
};

export const markUsed = async (q: Query, id: number, now: Date): Promise<void> => {
  await q.updateTable('wall_links').set({ last_used_at: now }).where('id', '=', id).execute();
};

/** Undefined: there is no valid one. */
export const revokeLink = (q: Query, id: number, now: Date) =>
  q
    .updateTable('wall_links')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst();
