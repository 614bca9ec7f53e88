import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

export type ProviderRow = Selectable<Tables['sign_in_providers']>;

/** All providers, or one, with how many users are linked to each. */
export async function listProviders(q: Query, only: number | null) {
  return q
    .selectFrom('sign_in_providers as p')
    .selectAll()
    .select(sql<number>`(select count(*) from user_identities i where i.provider_id = p.id)`.as('people'))
    .where(sql<boolean>`${only}::bigint is null or p.id = ${only}`)
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .execute();
}

export const findProvider = (q: Query, id: number) =>
  q.selectFrom('sign_in_providers').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the provider until the transaction ends. */
export const lockProvider = (q: Query, id: number) =>
  q.selectFrom('sign_in_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findDuplicateProvider = (
  q: Query,
  { issuer, client_id: client }: { issuer: string; client_id: string },
) =>
  q
    .selectFrom('sign_in_providers')
    .select('id')
    .where('issuer', '=', issuer)
    .where('client_id', '=', client)
    .executeTakeFirst();

export async function insertProvider(
  q: Query,
  provider: Insertable<Tables['sign_in_providers']>,
): Promise<number> {
  const { id } = await q
    .insertInto('sign_in_providers')
    .values(provider)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Increments the version. */
export async function updateProvider(
  q: Query,
  id: number,
  change: Updateable<Tables['sign_in_providers']>,
): Promise<void> {
  await q
    .updateTable('sign_in_providers')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Notes missing claims, without counting it as a change of the settings. */
export async function setMissingClaims(q: Query, id: number, claims: string[], now: Date): Promise<void> {
  await q
    .updateTable('sign_in_providers')
    .set({ missing_claims: claims, missing_at: claims.length > 0 ? now : null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('missing_at', 'is not', null), eb.val(claims.length > 0)]))
    .execute();
}

export async function removeProvider(q: Query, id: number): Promise<void> {
  await q.deleteFrom('sign_in_providers').where('id', '=', id).execute();
}

/** The roles of active users who are linked to the provider. */
export async function listLevelsOfProvider(q: Query, id: number): Promise<number[]> {
  const rows = await q
    .selectFrom('user_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select('u.user_level_id')
    .distinct()
    .where('i.provider_id', '=', id)
    .where('u.is_active', '=', true)
    .execute();
  return rows.map(({ user_level_id: level }) => level);
}

export type ProviderIdentity = { issuer: string; subject: string };

export const findIdentity = (q: Query, { issuer, subject }: ProviderIdentity) =>
  q
    .selectFrom('user_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** False where another user is linked to that account, or this user to another account there. */
export async function insertIdentity(
  q: Query,
  identity: Insertable<Tables['user_identities']>,
): Promise<boolean> {
  const row = await q
    .insertInto('user_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Unlinks all users. */
export async function unlinkAllSignIns(q: Query, providerId: number): Promise<void> {
  await q.deleteFrom('user_identities').where('provider_id', '=', providerId).execute();
}

export async function unlinkSignIn(q: Query, userId: number, providerId: number): Promise<boolean> {
  const row = await q
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Active providers, and when this user was linked to each. */
export const listIdentities = (q: Query, userId: number) =>
  q
    .selectFrom('sign_in_providers as p')
    .leftJoin('user_identities as i', (join) =>
      join.onRef('i.provider_id', '=', 'p.id').on('i.user_id', '=', userId),
    )
    .select(['p.id as provider_id', 'p.name', 'i.linked_at'])
    .where('p.is_active', '=', true)
    .orderBy(sql`lower(p.name)`)
    .execute();

/** The user with that address, ignoring case. */
export const findByAddress = (q: Query, address: string) =>
  q
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', sql<string>`lower(${address})`)
    .where('erased_at', 'is', null)
    .executeTakeFirst();

type SessionFilter = { providerId: number; subject?: string | null; sid?: string | null; begunBefore?: Date };

/** Active sessions that a provider began: all, those of one user there, or those of one of its own sessions. */
export async function listProviderSessions(
  q: Query,
  { providerId, subject = null, sid = null, begunBefore }: SessionFilter,
): Promise<{ id: number; user_id: number }[]> {
  let query = q
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('provider_id', '=', providerId)
    .where('revoked_at', 'is', null);
  if (subject !== null) query = query.where('provider_subject', '=', subject);
  if (sid !== null) query = query.where('provider_sid', '=', sid);
  if (begunBefore) query = query.where('created_at', '<=', begunBefore.toISOString());
  return query.execute();
}

export const findProviderSession = (q: Query, sessionId: number) =>
  q
    .selectFrom('sessions')
    .select(['provider_id', 'sealed_id_token'])
    .where('id', '=', sessionId)
    .executeTakeFirst();

/** Sets the role that follows from claims; increments the account's version. */
export async function setLevel(q: Query, userId: number, levelId: number): Promise<void> {
  await q
    .updateTable('users')
    .set({ user_level_id: levelId, version: sql`version + 1` })
    .where('id', '=', userId)
    .execute();
}

export async function setDepartments(q: Query, userId: number, ids: readonly number[]): Promise<void> {
  await q.deleteFrom('user_departments').where('user_id', '=', userId).execute();
  await sql`insert into user_departments (user_id, department_id)
    select ${userId}, id from departments where id = any(${ids}::bigint[])`.execute(q);
  await q
    .updateTable('users')
    .set({ version: sql`version + 1` })
    .where('id', '=', userId)
    .execute();
}

const FIRST_SIGN_IN_LOCK = 7_310_121;

/** One first sign-in at a time: of two tabs that come back at once the second finds the account of the first. */
export async function lockFirstSignIns(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_SIGN_IN_LOCK})`.execute(q);
}

/** Those of these names that are taken, in lower case. */
export async function findTakenUsernames(q: Query, names: readonly string[]): Promise<Set<string>> {
  const lower = names.map((name) => name.toLowerCase());
  const { rows } = await sql<{ name: string }>`
    select lower(username) as name from users where lower(username) = any(${lower}::text[])`.execute(q);
  return new Set(rows.map(({ name }) => name));
}

type NewAccount = Pick<
  Insertable<Tables['users']>,
  'username' | 'fullname' | 'email' | 'language' | 'user_level_id'
>;

/** A user who can only sign in by a provider until they choose a password. */
export async function insertAccount(q: Query, account: NewAccount): Promise<number> {
  const { id } = await q
    .insertInto('users')
    .values({ ...account, password_hash: '', sounds: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
