import type { ApiKey } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { levelVersion } from './store.ts';
import './tables.ts';

/** The key of a token with its user: all that a request needs to know of the caller. */
export const findKey = (q: Query, tokenHash: Buffer) =>
  q
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['k.id as key_id', 'k.name as key_name', 'k.codes', 'k.expires_at', 'k.last_used_at'])
    .select(['u.id', 'u.fullname', 'u.is_monitoring', 'u.user_level_id'])
    .select(levelVersion)
    .select(
      sql<number[]>`array(select department_id from user_departments d where d.user_id = u.id order by 1)`.as(
        'department_ids',
      ),
    )
    .where('k.token_hash', '=', tokenHash)
    .where('k.revoked_at', 'is', null)
    .where('u.is_active', '=', true)
    .executeTakeFirst();

export async function touchKey(q: Query, id: number, now: Date): Promise<void> {
  await q.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}

const keys = (q: Query) =>
  q
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['k.id', 'k.name', 'k.prefix', 'k.codes', 'k.created_at', 'k.last_used_at', 'k.expires_at'])
    .select(['u.id as owner_id', 'u.fullname'])
    .where('k.revoked_at', 'is', null);

export async function listKeys(q: Query): Promise<ApiKey[]> {
  return (await keys(q).orderBy('k.id', 'desc').limit(1000).execute()).map(toKey);
}

export async function readKey(q: Query, id: number): Promise<ApiKey | undefined> {
  const row = await keys(q).where('k.id', '=', id).executeTakeFirst();
  return row && toKey(row);
}

const toKey = ({
  owner_id: id,
  fullname,
  ...key
}: Omit<ApiKey, 'owner'> & { owner_id: number; fullname: string }): ApiKey => ({
  ...key,
  owner: { id, fullname },
});

type NewKey = Pick<ApiKey, 'name' | 'prefix' | 'codes'> & {
  token_hash: Buffer;
  user_id: number;
  created_at: Date;
  expires_at: string | null;
};

export async function insertKey(q: Query, key: NewKey): Promise<number> {
  const row = await q
    .insertInto('api_keys')
    .values({ ...key, last_used_at: null, revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Revokes a key, and returns its name; undefined where there is none that is active. */
export const endKey = (q: Query, id: number, now: Date) =>
  q
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();

export const endKeysOf = (q: Query, userId: number, now: Date) =>
  q
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute();

/** Restores a key that was revoked after `since`. */
export const restoreKey = (q: Query, id: number, since: Date) =>
  q
    .updateTable('api_keys')
    .set({ revoked_at: null })
    .where('id', '=', id)
    .where('revoked_at', '>=', since.toISOString())
    .returning('name')
    .executeTakeFirst();
