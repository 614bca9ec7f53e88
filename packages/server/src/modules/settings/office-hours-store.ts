import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

export async function hasOfficeHours(q: Query, id: number): Promise<boolean> {
  const row = await q.selectFrom('office_hours').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Departments with these office hours; for the default ones also departments without their own. */
export async function listDepartmentsOf(q: Query, id: number): Promise<number[]> {
  const rows = await q
    .selectFrom('departments')
    .select('id')
    .where(sql<boolean>`coalesce(office_hours_id, (select id from office_hours where is_default)) = ${id}`)
    .execute();
  return rows.map((row) => row.id);
}

/** The office hours of a department, or the default, with exceptions; own holidays come before those for all. */
export async function getRulesOf(q: Query, departmentId: number) {
  const hours = await q
    .selectFrom('office_hours')
    .select(['id', 'name', 'time_zone', 'hours'])
    .where(
      sql<boolean>`id = coalesce((select office_hours_id from departments where id = ${departmentId}),
        (select id from office_hours where is_default))`,
    )
    .executeTakeFirstOrThrow();
  return { hours, exceptions: await listExceptionsOf(q, hours.id) };
}

const listExceptionsOf = (q: Query, id: number) =>
  q
    .selectFrom('holidays')
    .select([sql<string>`date::text`.as('date'), 'is_yearly', 'hours'])
    .where('is_active', '=', true)
    .where((where) => where.or([where('office_hours_id', 'is', null), where('office_hours_id', '=', id)]))
    .orderBy('office_hours_id', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();

/** Office hours as text: a week, and exceptions. */
export type OfficeHoursText = {
  id: number;
  time_zone: string;
  hours: string;
  exceptions: { date: string; is_yearly: boolean; hours: string }[];
};

/** Office hours with their exceptions; unknown ids are left out. */
export async function listHours(q: Query, ids: readonly number[]): Promise<OfficeHoursText[]> {
  if (ids.length === 0) return [];
  const rows = await q
    .selectFrom('office_hours')
    .select(['id', 'time_zone', 'hours'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
  return Promise.all(rows.map(async (row) => ({ ...row, exceptions: await listExceptionsOf(q, row.id) })));
}

/** Holidays of these office hours and of all office hours; with null, only the latter. */
export function listHolidaysFor(
  q: Query,
  officeHoursId: number | null,
): Promise<{ date: string; is_yearly: boolean }[]> {
  return q
    .selectFrom('holidays')
    .select(['is_yearly', sql<string>`date::text`.as('date')])
    .where((eb) =>
      eb.or([
        eb('office_hours_id', 'is', null),
        eb('office_hours_id', 'is not distinct from', officeHoursId),
      ]),
    )
    .execute();
}

/** The office hours of a holiday; null for a holiday in all. */
export async function hoursOfHoliday(q: Query, id: number): Promise<number | null> {
  const row = await q
    .selectFrom('holidays')
    .select('office_hours_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.office_hours_id ?? null;
}
