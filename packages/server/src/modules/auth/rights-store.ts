import type { Visibility } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

export { findLevel } from './store.ts';

const WAY_IN_LOCK = 7_310_120;

/**
 * Users who can sign in: active, and with a password that their role allows, or linked to an active provider. Users with an
 * open invitation do not count.
 */
export const canSignInSql = sql`u.is_active and ((coalesce(u.password_hash, '') <> '' and exists (
    select from user_levels own where own.id = u.user_level_id and own.sign_in_rule = 'any'))
  or exists (select from user_identities i join sign_in_providers p on p.id = i.provider_id and p.is_active
    where i.user_id = u.id))`;

/**
 * Takes a lock until the transaction ends; after waiting for it, a transaction sees everything that the previous holder wrote.
 */
export async function lockAdministratorCheck(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(${WAY_IN_LOCK})`.execute(q);
}

/** Locks the role against changes until the transaction ends. */
export async function lockLevel(q: Query, id: number): Promise<void> {
  await q.selectFrom('user_levels').select('id').where('id', '=', id).forShare().execute();
}

/** The role's module `m` allows editing users and roles, and so granting permissions. */
const MAY_GRANT = sql`m.module_code = 'USERS' and m.is_active
  and 'EDIT' = any(string_to_array(replace(m.module_activity_code, ' ', ''), ','))`;

/** Permissions as the rules of granting compare them. */
export type Permissions = { codes: string[]; visibility: Visibility };

/** The permissions of each role that allows editing users and roles, and has a user who can sign in. */
export async function listGrantingPermissions(q: Query): Promise<Permissions[]> {
  const { rows } = await sql<Permissions>`
    select l.visibility, array(select a.module_code || ':' || trim(activity)
        from user_level_modules a cross join unnest(string_to_array(a.module_activity_code, ',')) activity
        where a.is_active and a.user_level_id = l.id) as codes
    from user_levels l join user_level_modules m on m.user_level_id = l.id
    where ${MAY_GRANT} and exists (select from users u where u.user_level_id = l.id and ${canSignInSql})`.execute(
    q,
  );
  return rows;
}

/** Whether there is an active account: with a password, a provider, or an open invitation. */
export async function hasAccount(q: Query): Promise<boolean> {
  const { rows } = await sql`select from users where is_active limit 1`.execute(q);
  return rows.length > 0;
}

/** The role with the most permissions of those that may edit users and roles. */
export async function findWidestLevel(q: Query): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select l.id from user_levels l join user_level_modules a on a.user_level_id = l.id and a.is_active
    where exists (select from user_level_modules m where m.user_level_id = l.id and ${MAY_GRANT})
    group by l.id
    order by sum(cardinality(string_to_array(a.module_activity_code, ','))) desc, l.id limit 1`.execute(q);
  return rows[0]?.id;
}

/** All permissions held by users who can sign in and may grant permissions, and their widest visibility. */
export async function readGrantablePermissions(
  q: Query,
): Promise<{ codes: string[]; visibility: Visibility }> {
  const { rows } = await sql<{ codes: string[]; visibility: Visibility }>`
    with levels as (
      select distinct u.user_level_id as id from users u join user_level_modules m on m.user_level_id = u.user_level_id
      where ${canSignInSql} and ${MAY_GRANT})
    select array(select distinct m.module_code || ':' || trim(activity)
        from user_level_modules m cross join unnest(string_to_array(m.module_activity_code, ',')) activity
        where m.is_active and m.user_level_id in (select id from levels)) as codes,
      coalesce((select l.visibility from user_levels l where l.id in (select id from levels)
        order by array_position(array['all', 'department', 'own'], l.visibility) limit 1), 'own') as visibility`.execute(
    q,
  );
  return rows[0] ?? { codes: [], visibility: 'own' };
}
