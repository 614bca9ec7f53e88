import {
  LIMITS,
  type Language,
  type Macro,
  type MediaId,
  type Reference,
  type Template,
} from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { listCustomFields } from '#modules/lists';
import { DEFAULT_TIME_ZONE } from './workspace-settings.ts';
import './tables.ts';

const LISTS = {
  office_hours: 'office_hours',
  types: 'ticket_types',
  caller_types: 'caller_types',
  skills: 'skills',
  information_categories: 'information_categories',
} as const;

type NamedRows = Reference['types'];

async function listNamed(q: Query, table: (typeof LISTS)[keyof typeof LISTS]): Promise<NamedRows> {
  return q.selectFrom(table).select(['id', 'name', 'is_active']).orderBy('position').orderBy('id').execute();
}

export async function listReference(q: Query): Promise<Omit<Reference, 'activities' | 'tags'>> {
  return {
    departments: await q
      .selectFrom('departments')
      .select(['id', 'name', 'is_active', 'merged_into'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    office_hours: await listNamed(q, LISTS.office_hours),
    types: await listNamed(q, LISTS.types),
    categories: await q
      .selectFrom('categories')
      .select(['id', 'name', 'is_active', 'type_id'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    caller_types: await listNamed(q, LISTS.caller_types),
    break_reasons: await q
      .selectFrom('break_reasons')
      .select(['id', 'name', 'is_active', 'limit_minutes', 'department_id'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    subcategories: await q
      .selectFrom('subcategories')
      .select(['id', 'name', 'is_active', 'category_id'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    priorities: await q
      .selectFrom('priorities')
      .select([
        'id',
        'name',
        'is_active',
        'rank',
        'first_response_minutes',
        'next_response_minutes',
        'resolution_minutes',
      ])
      .orderBy('rank')
      .execute(),
    channel_accounts: await q
      .selectFrom('channel_accounts')
      .select(['id', 'name', 'is_active', 'media_id', 'department_id'])
      .orderBy('id')
      .execute(),
    custom_fields: await listCustomFields(q),
    skills: await listNamed(q, LISTS.skills),
    information_categories: await listNamed(q, LISTS.information_categories),
  };
}

/** A skill that conversations require: by language or account, with its minimum level (1 to 5). */
export type SkillRequirement = {
  id: number;
  language: Language | null;
  least: number;
  account_ids: number[];
};

/** The skills that conversations require. */
export async function listSkills(q: Query): Promise<SkillRequirement[]> {
  return q
    .selectFrom('skills')
    .select(['id', 'language', 'least', 'account_ids'])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
}

/** Departments with an overflow department. */
export async function listOverflows(q: Query): Promise<{ id: number; to: number; seconds: number }[]> {
  const { rows } = await sql<{ id: number; to: number; seconds: number }>`
    select d.id, o.id as "to", d.overflow_seconds as seconds from departments d
    join departments o on o.id = d.overflow_id and o.is_active
    where d.overflow_seconds is not null`.execute(q);
  return rows;
}

export async function listTemplates(q: Query): Promise<Template[]> {
  return q
    .selectFrom('templates')
    .select(['id', 'name', 'shortcut', 'body', 'language', 'media_id', 'department_id'])
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function listMacros(q: Query, only?: number): Promise<Macro[]> {
  let query = q
    .selectFrom('macros')
    .select(MACRO_COLUMNS)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id');
  if (only !== undefined) query = query.where('id', '=', only);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...row,
    tags_added: tagsIn(row.tags_added),
    tags_removed: tagsIn(row.tags_removed),
  }));
}

const MACRO_COLUMNS = [
  'id',
  'name',
  'department_id',
  'reply',
  'sends_at_once',
  'note',
  'status',
  'assignee',
  'assign_to_id',
  'move_to_id',
  'priority_id',
  'type_id',
  'category_id',
  'tags_added',
  'tags_removed',
] as const;

/** Macros and rules that assign tickets to this user, or notify them. */
export async function countMacrosAndRulesOfUser(
  q: Query,
  id: number,
): Promise<{ macros: number; rules: number }> {
  const { rows } = await sql<{ macros: number; rules: number }>`select
    (select count(*) from macros where is_active and assign_to_id = ${id}) as macros,
    (select count(*) from automation_rules where is_active and ${id} in (assign_to_id, tell_id, follower_id)) as rules`.execute(
    q,
  );
  return rows[0] ?? { macros: 0, rules: 0 };
}

export const tagsIn = (line: string): string[] =>
  line
    .split(',')
    .map((tag) => tag.trim().toLowerCase().slice(0, LIMITS.tag))
    .filter(Boolean);

/** A priority, with its SLA targets in minutes; null for none. */
export type Priority = {
  id: number;
  name: string;
  first_response_minutes: number | null;
  next_response_minutes: number | null;
  resolution_minutes: number | null;
};

export async function getDefaultPriority(q: Query): Promise<Priority> {
  return q
    .selectFrom('priorities')
    .selectAll()
    .orderBy('is_default', 'desc')
    .orderBy('rank')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** An active break reason. */
export async function findBreakReason(q: Query, id: number) {
  return q
    .selectFrom('break_reasons')
    .select('department_id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

export async function findDepartment(q: Query, id: number) {
  return q
    .selectFrom('departments')
    .select(['id', 'name', 'is_active', 'wrap_up_seconds', 'merged_into'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findPriority(q: Query, id: number): Promise<Priority | undefined> {
  return q.selectFrom('priorities').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findSubcategory(q: Query, id: number) {
  return q.selectFrom('subcategories').select(['id', 'category_id']).where('id', '=', id).executeTakeFirst();
}

export const REFERENCED_LISTS = [
  'departments',
  'priorities',
  'ticket_types',
  'categories',
  'caller_types',
  'skills',
  'information_categories',
] as const;
export type ReferencedList = (typeof REFERENCED_LISTS)[number];

export async function existsInList(q: Query, table: ReferencedList, id: number): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(q);
  return rows.length > 0;
}

/** Locks the settings until this transaction ends. */
export async function lockConfig(q: Query): Promise<void> {
  await sql`lock table app_config in share row exclusive mode`.execute(q);
}

export async function readConfigRows(q: Query): Promise<Record<string, unknown>> {
  const rows = await q.selectFrom('app_config').select(['key', 'value']).execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** The zone alone, for what runs beside the server. */
export async function readTimeZone(q: Query): Promise<string> {
  const { time_zone: stored } = await readConfigRows(q);
  return typeof stored === 'string' ? stored : DEFAULT_TIME_ZONE;
}

export async function writeConfigRows(q: Query, values: Record<string, unknown>): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  if (rows.length === 0) return;
  await q
    .insertInto('app_config')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sql`excluded.value` }))
    .execute();
}

/** The version of the current logo. */
export async function logoVersion(q: Query): Promise<string | undefined> {
  return (await q.selectFrom('app_logo').select('version').executeTakeFirst())?.version;
}

export async function findLogo(q: Query, version: string) {
  return q
    .selectFrom('app_logo')
    .select(['type', 'content'])
    .where('version', '=', version)
    .executeTakeFirst();
}

export async function writeLogo(
  q: Query,
  logo: { version: string; type: string; content: Buffer },
): Promise<void> {
  await q
    .insertInto('app_logo')
    .values(logo)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(logo))
    .execute();
}

export async function removeLogo(q: Query): Promise<boolean> {
  const { numDeletedRows } = await q.deleteFrom('app_logo').executeTakeFirst();
  return numDeletedRows > 0n;
}

const accountColumns = [
  'id',
  'name',
  'key',
  'media_id',
  'department_id',
  'is_active',
  'settings',
  'updated_at',
] as const;

export async function listAccounts(q: Query, mediaId: MediaId) {
  return q
    .selectFrom('channel_accounts')
    .select(accountColumns)
    .where('media_id', '=', mediaId)
    .orderBy('id')
    .execute();
}

export async function listAccountIds(q: Query): Promise<number[]> {
  const rows = await q
    .selectFrom('channel_accounts')
    .select('id')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function findAccount(q: Query, by: { id: number } | { key: string }) {
  const query = q.selectFrom('channel_accounts').select(accountColumns);
  return ('id' in by ? query.where('id', '=', by.id) : query.where('key', '=', by.key)).executeTakeFirst();
}

type AccountFields = { name: string; department_id: number; is_active: boolean; settings: object };

export async function insertAccount(
  q: Query,
  { settings, ...rest }: Omit<AccountFields, 'is_active'> & { media_id: MediaId; key: string },
): Promise<{ id: number }> {
  const row = { ...rest, settings: JSON.stringify(settings) };
  return q.insertInto('channel_accounts').values(row).returning('id').executeTakeFirstOrThrow();
}

export async function updateAccount(
  q: Query,
  {
    id,
    media_id,
    settings,
    ...rest
  }: Partial<AccountFields> & { id: number; media_id: MediaId; updated_at: Date },
): Promise<{ id: number } | undefined> {
  return q
    .updateTable('channel_accounts')
    .set({ ...rest, ...(settings && { settings: JSON.stringify(settings) }) })
    .where('id', '=', id)
    .where('media_id', '=', media_id)
    .returning('id')
    .executeTakeFirst();
}

export async function removeAccount(q: Query, id: number): Promise<void> {
  await q.deleteFrom('channel_accounts').where('id', '=', id).execute();
}
