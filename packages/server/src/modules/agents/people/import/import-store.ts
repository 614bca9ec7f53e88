import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { ImportedFields } from './cells.ts';

export type PersonRow = { id: number; fields: ImportedFields };

/** Inserts users in one statement; returns their ids in the order of the rows. */
export async function insertAccounts(q: Query, fields: readonly ImportedFields[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; username: string }>`
    insert into users (username, fullname, email, extension, language, is_monitoring, chat_capacity, user_level_id,
      password_hash, sounds)
    select f.username, f.fullname, f.email, coalesce(f.extension, ''), coalesce(f.language, 'en'),
      coalesce(f.is_monitoring, false), coalesce(f.chat_capacity, 4), f.user_level_id, '', '{}'
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as f (username text, fullname text, email text,
      extension text, language text, is_monitoring boolean, chat_capacity int, user_level_id bigint)
    returning id, username`.execute(q);
  const ids = new Map(rows.map(({ id, username }) => [username, id]));
  return fields.map(({ username = '' }) => ids.get(username) ?? 0);
}

/** Updates users in one statement; fields that a row does not have stay. */
export async function updateAccounts(q: Query, rows: readonly PersonRow[]): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map(({ id, fields }) => ({ id, ...fields }));
  await sql`
    update users u set version = u.version + 1, username = coalesce(f.username, u.username),
      fullname = coalesce(f.fullname, u.fullname), email = coalesce(f.email, u.email),
      extension = coalesce(f.extension, u.extension), language = coalesce(f.language, u.language),
      is_monitoring = coalesce(f.is_monitoring, u.is_monitoring),
      chat_capacity = coalesce(f.chat_capacity, u.chat_capacity),
      user_level_id = coalesce(f.user_level_id, u.user_level_id)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as f (id bigint, username text, fullname text, email text,
      extension text, language text, is_monitoring boolean, chat_capacity int, user_level_id bigint)
    where u.id = f.id`.execute(q);
}

/** Replaces departments and skills of the users whose rows have them. */
export async function replaceBelongings(q: Query, rows: readonly PersonRow[]): Promise<void> {
  const departments = rows.flatMap(({ id, fields }) =>
    (fields.department_ids ?? []).map((department_id) => ({ user_id: id, department_id })),
  );
  const skills = rows.flatMap(({ id, fields }) =>
    (fields.skills ?? []).map((skill) => ({ user_id: id, ...skill })),
  );
  const naming = (field: 'department_ids' | 'skills') =>
    rows.flatMap(({ id, fields }) => (fields[field] === undefined ? [] : [id]));
  await sql`delete from user_departments where user_id = any(${naming('department_ids')}::bigint[])`.execute(
    q,
  );
  await sql`insert into user_departments (user_id, department_id)
    select user_id, department_id from jsonb_to_recordset(${JSON.stringify(departments)}::jsonb)
      as d (user_id bigint, department_id bigint)`.execute(q);
  await sql`delete from user_skills where user_id = any(${naming('skills')}::bigint[])`.execute(q);
  await sql`insert into user_skills (user_id, skill_id, proficiency)
    select user_id, skill_id, proficiency from jsonb_to_recordset(${JSON.stringify(skills)}::jsonb)
      as k (user_id bigint, skill_id bigint, proficiency int)`.execute(q);
}

/** The ids of roles by name. */
export async function listLevels(q: Query): Promise<{ id: number; name: string }[]> {
  return q.selectFrom('user_levels').select(['id', 'name']).orderBy('id').execute();
}

/** Nobody else can add or change users until the transaction ends, so the plan stays valid. */
export async function lockPeople(q: Query): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(q);
}
