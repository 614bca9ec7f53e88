import type { Person } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

/** Everybody, or one of them; those who work here first. */
export async function listPeople(q: Query, only: number | null): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.version, u.username, u.fullname, l.name as level, u.is_active, u.chat_capacity, u.extension,
      array(select department_id from user_departments d where d.user_id = u.id order by 1) as department_ids,
      coalesce((select jsonb_agg(jsonb_build_object('skill_id', k.skill_id, 'proficiency', k.proficiency) order by k.skill_id)
        from user_skills k where k.user_id = u.id), '[]') as skills
    from users u join user_levels l on l.id = u.user_level_id
    where ${only}::bigint is null or u.id = ${only}
    order by u.is_active desc, lower(u.fullname), u.id`.execute(q);
  return rows;
}

/** Counts one change more; false where somebody was faster. */
export async function changeVersion(q: Query, id: number, version: number): Promise<boolean> {
  const row = await q
    .updateTable('users')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setCapacity(q: Query, id: number, capacity: number): Promise<void> {
  await q.updateTable('users').set({ chat_capacity: capacity }).where('id', '=', id).execute();
}

/** Whose phone that is. */
export const findByExtension = (q: Query, extension: string) =>
  q.selectFrom('users').select('id').where('extension', '=', extension).executeTakeFirst();

export async function setExtension(q: Query, id: number, extension: string): Promise<void> {
  await q.updateTable('users').set({ extension }).where('id', '=', id).execute();
}

/** What this person knows from now on. */
export async function replaceSkills(q: Query, id: number, skills: Person['skills']): Promise<void> {
  await q.deleteFrom('user_skills').where('user_id', '=', id).execute();
  if (skills.length === 0) return;
  await q
    .insertInto('user_skills')
    .values(skills.map((skill) => ({ ...skill, user_id: id })))
    .execute();
}
