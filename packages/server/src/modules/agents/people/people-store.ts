import type { Person } from '@trunkline/contract';
import { sql, type Updateable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

type PeopleFilter = { only: number | null; now: Date };

/** All users, or one; active ones first. */
export async function listPeople(q: Query, { only, now }: PeopleFilter): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.version, u.username, u.fullname, u.email, u.user_level_id, l.name as level, u.is_active,
      u.is_monitoring, u.language, u.chat_capacity, u.extension,
      array(select department_id from user_departments d where d.user_id = u.id order by 1) as department_ids,
      coalesce((select jsonb_agg(jsonb_build_object('skill_id', k.skill_id, 'proficiency', k.proficiency) order by k.skill_id)
        from user_skills k where k.user_id = u.id), '[]') as skills,
      case when u.password_hash <> '' or exists (select from user_identities i where i.user_id = u.id) then 'ready'
        when u.invitation_expires_at is null then 'none'
        when u.invitation_expires_at > ${now.toISOString()} then 'invited' else 'invitation_expired' end as sign_in,
      exists (select from second_factors f where f.user_id = u.id and f.sealed_secret is not null)
        or exists (select from passkeys k where k.user_id = u.id) as has_second_factor,
      u.invitation_expires_at,
      seen.last_seen_at
    from users u join user_levels l on l.id = u.user_level_id
    left join (select user_id, max(last_seen_at) as last_seen_at from sessions
      where ${only}::bigint is null or user_id = ${only} group by user_id) seen on seen.user_id = u.id
    where (${only}::bigint is null or u.id = ${only}) and u.erased_at is null
    order by u.is_active desc, lower(u.fullname), u.id`.execute(q);
  return rows;
}

/** Increments the version; false where somebody else was faster. */
export async function incrementVersion(q: Query, id: number, version: number): Promise<boolean> {
  const row = await q
    .updateTable('users')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type AccountFields = Pick<
  Updateable<Tables['users']>,
  | 'fullname'
  | 'username'
  | 'email'
  | 'user_level_id'
  | 'extension'
  | 'language'
  | 'is_monitoring'
  | 'chat_capacity'
  | 'is_active'
>;

export async function updateAccount(q: Query, id: number, fields: AccountFields): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await q.updateTable('users').set(fields).where('id', '=', id).execute();
}

export type NewPerson = Pick<
  Person,
  | 'fullname'
  | 'username'
  | 'email'
  | 'user_level_id'
  | 'extension'
  | 'language'
  | 'is_monitoring'
  | 'chat_capacity'
>;

/** Without a password: nobody can sign in with it until one is set. */
export async function insertAccount(q: Query, account: NewPerson): Promise<number> {
  const { id } = await q
    .insertInto('users')
    .values({ ...account, password_hash: '', sounds: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type UniqueFields = {
  username?: string | undefined;
  email?: string | null | undefined;
  extension?: string | undefined;
};

/** The user who has one of these already, ignoring case, and which one it is. */
export async function findDuplicateAccount(
  q: Query,
  { username = '', email, extension = '' }: UniqueFields,
  except: number,
): Promise<{ path: string; name: string } | undefined> {
  const { rows } = await sql<{ path: string; name: string }>`
    select case when lower(username) = lower(${username}) then 'username'
      when lower(email) = lower(${email ?? ''}) then 'email' else 'extension' end as path, fullname as name
    from users where id <> ${except} and (lower(username) = lower(${username}) or lower(email) = lower(${email ?? ''})
      or (extension <> '' and lower(extension) = lower(${extension}))) limit 1`.execute(q);
  return rows[0];
}

export async function replaceDepartments(
  q: Query,
  id: number,
  departments: readonly number[],
): Promise<void> {
  await q.deleteFrom('user_departments').where('user_id', '=', id).execute();
  if (departments.length === 0) return;
  const rows = [...new Set(departments)].map((department_id) => ({ user_id: id, department_id }));
  await q.insertInto('user_departments').values(rows).execute();
}

/** Replaces the skills of a user. */
export async function replaceSkills(q: Query, id: number, skills: Person['skills']): Promise<void> {
  await q.deleteFrom('user_skills').where('user_id', '=', id).execute();
  if (skills.length === 0) return;
  await q
    .insertInto('user_skills')
    .values(skills.map((skill) => ({ ...skill, user_id: id })))
    .execute();
}
