import type { Level, UserLevel } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

const HOUR_MS = 3_600_000;

export async function findUser(q: Query, by: { id: number } | { username: string }) {
  const query = q.selectFrom('users').selectAll();
  const named =
    'id' in by
      ? query.where('id', '=', by.id)
      : query.where(sql`lower(username)`, '=', by.username.toLowerCase());
  return named.executeTakeFirst();
}

export async function listDepartmentIds(q: Query, userId: number): Promise<number[]> {
  const rows = await q
    .selectFrom('user_departments')
    .select('department_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.department_id);
}

/** The version of the role of user `u`, which tells whether cached permissions are valid. */
export const levelVersion =
  sql<number>`coalesce((select l.version from user_levels l where l.id = u.user_level_id), 0)`.as(
    'level_version',
  );

/** The session of a token or id, with its user: all that a request needs to know of the caller. */
export async function findSession(q: Query, by: { tokenHash: Buffer } | { id: number }) {
  const query = q
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id as session_id',
      's.expires_at',
      's.revoked_at',
      's.last_seen_at',
      's.second_factor',
      's.seen_id',
      's.seen_until',
      'u.id',
      'u.fullname',
      'u.is_active',
      'u.is_monitoring',
      'u.user_level_id',
      'u.password_exp_date',
      'u.language',
    ])
    .select(levelVersion)
    .select(
      sql<number[]>`array(select department_id from user_departments d where d.user_id = u.id order by 1)`.as(
        'department_ids',
      ),
    );
  return (
    'id' in by ? query.where('s.id', '=', by.id) : query.where('s.token_hash', '=', by.tokenHash)
  ).executeTakeFirst();
}

export async function setSeeing(
  q: Query,
  sessionId: number,
  seeing: { seen_id: number | null; seen_until: Date | null },
): Promise<void> {
  await q.updateTable('sessions').set(seeing).where('id', '=', sessionId).execute();
}

/** A user's permissions, whether or not they are signed in. */
export const findUserRights = (q: Query, id: number) =>
  q
    .selectFrom('users as u')
    .select(['u.id', 'u.fullname', 'u.is_monitoring', 'u.user_level_id', 'u.password_exp_date', 'u.language'])
    .select(levelVersion)
    .select(
      sql<number[]>`array(select department_id from user_departments d where d.user_id = u.id order by 1)`.as(
        'department_ids',
      ),
    )
    .where('u.id', '=', id)
    .where('u.is_active', '=', true)
    .executeTakeFirst();

/** All users whose role has that permission, by name. */
export async function listUsersWithPermission(
  q: Query,
  [module, activity]: readonly string[],
): Promise<{ id: number; fullname: string }[]> {
  const { rows } = await sql<{ id: number; fullname: string }>`
    select u.id, u.fullname from users u where u.is_active and exists (
      select from user_level_modules m where m.user_level_id = u.user_level_id and m.module_code = ${module}
        and m.is_active and ${activity} = any(string_to_array(replace(m.module_activity_code, ' ', ''), ',')))
    order by u.fullname, u.id`.execute(q);
  return rows;
}

export async function findLevel(
  q: Query,
  id: number,
): Promise<
  (UserLevel & Pick<Level, 'visibility' | 'version' | 'second_factor' | 'sign_in_rule'>) | undefined
> {
  const level = await q.selectFrom('user_levels').selectAll().where('id', '=', id).executeTakeFirst();
  if (!level) return undefined;
  const modules = await q
    .selectFrom('user_level_modules')
    .select(['module_code', 'module_activity_code', 'is_active'])
    .where('user_level_id', '=', id)
    .orderBy('module_code')
    .execute();
  return { ...level, modules: modules.map((row) => ({ ...row, is_active: row.is_active ? 1 : 0 })) };
}

type NewSession = {
  user_id: number;
  token_hash: Buffer;
  expires_at: Date;
  address: string;
  user_agent: string;
  created_at: Date;
  second_factor: boolean;
  provider_id: number | null;
  provider_subject: string | null;
  provider_sid: string | null;
  sealed_id_token: string | null;
};

export async function insertSession(q: Query, session: NewSession): Promise<number> {
  const { id } = await q
    .insertInto('sessions')
    .values({ ...session, last_seen_at: session.created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function touchSession(q: Query, id: number, now: Date): Promise<void> {
  await q.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

export async function listSessions(q: Query, userId: number, now: Date) {
  return q
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}

export async function countSessionsAndKeys(
  q: Query,
  userId: number,
  now: Date,
): Promise<{ sessions: number; api_keys: number }> {
  const { rows } = await sql<{ sessions: number; api_keys: number }>`select
    (select count(*) from sessions where user_id = ${userId} and revoked_at is null and expires_at > ${now.toISOString()}) as sessions,
    (select count(*) from api_keys where user_id = ${userId} and revoked_at is null) as api_keys`.execute(q);
  return rows[0] ?? { sessions: 0, api_keys: 0 };
}

/** Ends sessions of a user: one, all, or all but one. Returns the ids that were ended. */
export async function revokeSessions(
  q: Query,
  userId: number,
  which: { only?: number; except?: number },
  now: Date,
): Promise<number[]> {
  let query = q
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  return (await query.returning('id').execute()).map((row) => row.id);
}

/** Those of these sessions that are no longer valid. */
export async function listEndedSessions(q: Query, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await q
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', now.toISOString())]))
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Locks a counter of failures: simultaneous attempts are counted one after the other. One statement, because a sign-in that
 * succeeds deletes the counter, also between two.
 */
export async function lockFailures(q: Query, scope: string, now: Date) {
  return q
    .insertInto('login_failures')
    .values({ scope, failures: 0, last_failure_at: now, locked_until: null })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ scope }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setFailures(
  q: Query,
  scope: string,
  change: { failures: number; last_failure_at: Date; locked_until: Date | null },
) {
  await q.updateTable('login_failures').set(change).where('scope', '=', scope).execute();
}

/**
 * Resets the user's own counters, and takes this attempt back from shared ones. If the attempt had locked one, it is unlocked,
 * since it was no failure.
 */
export async function clearFailures(
  q: Query,
  { own, shared }: { own: readonly string[]; shared: readonly string[] },
): Promise<void> {
  await q.deleteFrom('login_failures').where('scope', 'in', own).execute();
  if (shared.length === 0) return;
  await q
    .updateTable('login_failures')
    .set({ failures: sql`greatest(failures - 1, 0)`, locked_until: null })
    .where('scope', 'in', shared)
    .execute();
}

/** The addresses from which a user has signed in since then. */
export async function listAddresses(q: Query, userId: number, since: Date): Promise<string[]> {
  const rows = await q
    .selectFrom('sessions')
    .select('address')
    .distinct()
    .where('user_id', '=', userId)
    .where('created_at', '>=', since.toISOString())
    .limit(1000)
    .execute();
  return rows.map(({ address }) => address);
}

/** Forgets the known browsers and addresses of this user. */
export async function forgetBrowsers(q: Query, userId: number, now: Date): Promise<void> {
  await q.updateTable('users').set({ browsers_known_since: now }).where('id', '=', userId).execute();
}

export async function setPassword(
  q: Query,
  userId: number,
  hash: string,
  expires: Date | null,
): Promise<void> {
  await q
    .updateTable('users')
    .set({
      password_hash: hash,
      password_exp_date: expires,
      invited_at: null,
      invitation_expires_at: null,
    })
    .where('id', '=', userId)
    .execute();
}

export async function updateProfile(
  q: Query,
  userId: number,
  {
    sounds,
    ...fields
  }: {
    fullname?: string;
    email?: string | null;
    language?: 'en' | 'id';
    theme?: 'light' | 'dark' | 'system';
    sounds?: Record<string, number>;
  },
): Promise<void> {
  const change = { ...fields, ...(sounds && { sounds: JSON.stringify(sounds) }) };
  if (Object.keys(change).length > 0)
    await q.updateTable('users').set(change).where('id', '=', userId).execute();
}

type LinkKind = 'reset' | 'invitation';

/** Ends reset links that were sent before. */
export async function endResets(
  q: Query,
  userIds: number | readonly number[],
  now: Date,
  kind?: LinkKind,
): Promise<void> {
  let query = q
    .updateTable('password_resets')
    .set({ used_at: now })
    .where(sql<boolean>`user_id = any(${[userIds].flat()}::bigint[])`)
    .where('used_at', 'is', null);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  await query.execute();
}

type NewLink = { user_id: number; token_hash: Buffer; expires_at: Date | string; kind: LinkKind };

export async function insertReset(q: Query, link: NewLink): Promise<void> {
  await q
    .insertInto('password_resets')
    .values({ ...link, used_at: null })
    .execute();
}

/** Locks a user whose invitation has this expiry; undefined where it was renewed, accepted or withdrawn. */
export const lockInvited = (q: Query, userId: number, expires: string) =>
  q
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('invitation_expires_at', '=', expires)
    .forUpdate()
    .executeTakeFirst();

/** Sets when these users were invited, and until when the link is valid. */
export async function setInvitation(
  q: Query,
  userIds: readonly number[],
  invitation: { invited_at: Date | null; invitation_expires_at: Date | null },
): Promise<void> {
  await q
    .updateTable('users')
    .set(invitation)
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .execute();
}

/** Counts a reset link; false where the hourly limit is reached. */
export async function countResetLink(
  q: Query,
  userId: number,
  { now, most }: { now: Date; most: number },
): Promise<boolean> {
  const hourAgo = new Date(now.getTime() - HOUR_MS).toISOString();
  const row = await q
    .updateTable('users')
    .set({
      reset_links: sql`case when reset_links_since < ${hourAgo} then 1 else reset_links + 1 end`,
      reset_links_since: sql`case when reset_links_since < ${hourAgo} then ${now.toISOString()} else reset_links_since end`,
    })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('reset_links_since', '<', hourAgo), eb('reset_links', '<', most)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a reset token and returns its user; undefined where it is unknown, used or expired. */
export async function useReset(q: Query, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const row = await q
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function removeOldResets(q: Query, before: Date): Promise<void> {
  await q.deleteFrom('password_resets').where('expires_at', '<', before.toISOString()).execute();
}
