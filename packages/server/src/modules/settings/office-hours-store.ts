import type { Holiday, OfficeHours } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

/** Whoever counts in office hours shares this lock; whoever changes them has it alone. */
const RULES_LOCK = 7_310_024;

/** Call before reading: what was read then holds until the transaction ends, and a recount sees what was written by it. */
export async function shareRules(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${RULES_LOCK})`.execute(q);
}

/** Call before anything else in the transaction. */
export async function lockRules(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RULES_LOCK})`.execute(q);
}

const officeHours = (q: Query) =>
  q
    .selectFrom('office_hours')
    .select(['id', 'name', 'time_zone', 'periods', 'is_default', 'version', 'updated_at'])
    .select(
      sql<
        number[]
      >`array(select d.id from departments d where d.office_hours_id = office_hours.id order by d.id)`.as(
        'department_ids',
      ),
    );

export async function listOfficeHours(q: Query): Promise<OfficeHours[]> {
  return officeHours(q).orderBy('is_default', 'desc').orderBy('name').execute();
}

export async function findOfficeHours(q: Query, id: number): Promise<OfficeHours | undefined> {
  return officeHours(q).where('id', '=', id).executeTakeFirst();
}

export async function isNameTaken(q: Query, name: string, exceptId: number | null): Promise<boolean> {
  let query = q.selectFrom('office_hours').select('id').where('name', '=', name);
  if (exceptId !== null) query = query.where('id', '<>', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function insertOfficeHours(
  q: Query,
  { periods, ...row }: Pick<OfficeHours, 'name' | 'time_zone' | 'periods'> & { updated_at: Date },
): Promise<number> {
  const { id } = await q
    .insertInto('office_hours')
    .values({ ...row, periods: JSON.stringify(periods) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Changes = Partial<Pick<OfficeHours, 'name' | 'time_zone' | 'periods' | 'is_default'>>;

export async function updateOfficeHours(
  q: Query,
  id: number,
  { periods, ...fields }: Changes & { updated_at: Date },
): Promise<void> {
  // Two at once would break the rule that there is one, even within a statement.
  if (fields.is_default) await q.updateTable('office_hours').set({ is_default: false }).execute();
  await q
    .updateTable('office_hours')
    .set({ ...fields, ...(periods && { periods: JSON.stringify(periods) }), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteOfficeHours(q: Query, id: number): Promise<void> {
  await q.deleteFrom('office_hours').where('id', '=', id).execute();
}

export async function setDepartmentHours(
  q: Query,
  departmentId: number,
  id: number | null,
): Promise<boolean> {
  const row = await q
    .updateTable('departments')
    .set({ office_hours_id: id })
    .where('id', '=', departmentId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Departments that go by these hours; by default those that have none of their own too. */
export async function listDepartmentsOf(q: Query, id: number): Promise<number[]> {
  const rows = await q
    .selectFrom('departments')
    .select('id')
    .where(sql<boolean>`coalesce(office_hours_id, (select id from office_hours where is_default)) = ${id}`)
    .execute();
  return rows.map((row) => row.id);
}

/** The hours of a department, or the default's, with the days that are different. Own ones stand before those of all. */
export async function getRulesOf(q: Query, departmentId: number) {
  const hours = await q
    .selectFrom('office_hours')
    .select(['id', 'name', 'time_zone', 'periods'])
    .where(
      sql<boolean>`id = coalesce((select office_hours_id from departments where id = ${departmentId}),
        (select id from office_hours where is_default))`,
    )
    .executeTakeFirstOrThrow();
  const exceptions = await q
    .selectFrom('holidays')
    .select([sql<string>`date::text`.as('date'), 'is_yearly', 'periods'])
    .where((where) =>
      where.or([where('office_hours_id', 'is', null), where('office_hours_id', '=', hours.id)]),
    )
    .orderBy('office_hours_id', (order) => order.asc().nullsLast())
    .execute();
  return { hours, exceptions };
}

const holidays = (q: Query) =>
  q
    .selectFrom('holidays')
    .select(['id', 'name', sql<string>`date::text`.as('date'), 'is_yearly', 'periods', 'office_hours_id'])
    .select(['version', 'updated_at']);

export async function listHolidays(q: Query): Promise<Holiday[]> {
  return holidays(q).orderBy('holidays.date').orderBy('id').execute();
}

export async function findHoliday(q: Query, id: number): Promise<Holiday | undefined> {
  return holidays(q).where('id', '=', id).executeTakeFirst();
}

export type HolidayFields = Pick<Holiday, 'name' | 'date' | 'is_yearly' | 'periods' | 'office_hours_id'>;

/** One that is for the same day, the same hours, and recurs as this one does. */
export async function findSameHoliday(
  q: Query,
  day: Pick<Holiday, 'date' | 'is_yearly' | 'office_hours_id'>,
): Promise<number | undefined> {
  const row = await q
    .selectFrom('holidays')
    .select('id')
    .where('date', '=', day.date)
    .where('is_yearly', '=', day.is_yearly)
    .where('office_hours_id', 'is not distinct from', day.office_hours_id)
    .executeTakeFirst();
  return row?.id;
}

export async function insertHolidays(
  q: Query,
  rows: readonly HolidayFields[],
  now: Date,
): Promise<number | undefined> {
  if (rows.length === 0) return undefined;
  const [first] = await q
    .insertInto('holidays')
    .values(rows.map((row) => ({ ...row, periods: JSON.stringify(row.periods), updated_at: now })))
    .returning('id')
    .execute();
  return first?.id;
}

export async function updateHoliday(
  q: Query,
  id: number,
  { periods, ...fields }: Partial<HolidayFields> & { updated_at: Date },
): Promise<void> {
  await q
    .updateTable('holidays')
    .set({ ...fields, ...(periods && { periods: JSON.stringify(periods) }), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteHoliday(q: Query, id: number): Promise<void> {
  await q.deleteFrom('holidays').where('id', '=', id).execute();
}

type Targets = {
  first_response_minutes: number | null;
  next_response_minutes: number | null;
  resolution_minutes: number | null;
};

export async function setTargets(q: Query, priorityId: number, targets: Targets): Promise<boolean> {
  const row = await q
    .updateTable('priorities')
    .set(targets)
    .where('id', '=', priorityId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
