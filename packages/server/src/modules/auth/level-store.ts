import type { Level, SecondFactorRule, SignInRule, Visibility } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

export type LevelModules = Level['modules'];

/** All roles, or one, with how many users have each; erased users do not count. */
export async function listLevels(q: Query, only: number | null): Promise<Level[]> {
  const { rows } = await sql<Level>`
    select l.id, l.version, l.name, l.visibility, l.second_factor, l.sign_in_rule,
      coalesce((select jsonb_agg(jsonb_build_object('module_code', m.module_code, 'module_activity_code',
          m.module_activity_code, 'is_active', m.is_active::int) order by m.module_code)
        from user_level_modules m where m.user_level_id = l.id), '[]') as modules,
      (select jsonb_build_object('active', count(*) filter (where u.is_active), 'all', count(*))
        from users u where u.user_level_id = l.id and u.erased_at is null) as people
    from user_levels l where ${only}::bigint is null or l.id = ${only} order by lower(l.name), l.id`.execute(
    q,
  );
  return rows;
}

/** Locks the role until the transaction ends: meanwhile it cannot be changed, nor assigned to anybody. */
export const lockLevel = (q: Query, id: number) =>
  q.selectFrom('user_levels').select(['id', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();

/** The role that has this name, ignoring case. */
export const findByName = (q: Query, name: string) =>
  q
    .selectFrom('user_levels')
    .select('id')
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();

export async function insertLevel(
  q: Query,
  level: { name: string; visibility: Visibility; second_factor: SecondFactorRule; sign_in_rule: SignInRule },
): Promise<number> {
  const { id } = await q.insertInto('user_levels').values(level).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Increments the version, whatever else is changed. */
export async function updateLevel(
  q: Query,
  id: number,
  change: { name: string; visibility: Visibility; second_factor: SecondFactorRule; sign_in_rule: SignInRule },
): Promise<void> {
  await q
    .updateTable('user_levels')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function replaceModules(q: Query, id: number, modules: LevelModules): Promise<void> {
  await q.deleteFrom('user_level_modules').where('user_level_id', '=', id).execute();
  if (modules.length === 0) return;
  await q
    .insertInto('user_level_modules')
    .values(modules.map((row) => ({ ...row, user_level_id: id, is_active: row.is_active === 1 })))
    .execute();
}

export async function removeLevel(q: Query, id: number): Promise<void> {
  await q
    .updateTable('users')
    .set({ user_level_id: sql`null` })
    .where('user_level_id', '=', id)
    .where('erased_at', 'is not', null)
    .execute();
  await q.deleteFrom('user_levels').where('id', '=', id).execute();
}
