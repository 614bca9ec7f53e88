import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { DayScope } from '../ticket-days/pieces.ts';
import type { TicketScope } from './ticket-scope.ts';

/**
 * The departments whose daily sums answer the query; undefined if sums cannot: for tickets of one agent, for conditions, and for
 * viewers who also see their own tickets in other departments.
 */
export async function daySumsScope(
  q: Query,
  { viewer, departmentId, userId, where, now }: TicketScope,
  timeZone: string,
): Promise<DayScope | undefined> {
  if (userId !== undefined || where !== undefined || viewer.visibility === 'own') return undefined;
  const asked = departmentId === undefined ? undefined : [departmentId];
  if (viewer.visibility === 'all') return { timeZone, now, departments: asked };
  const { departmentIds } = viewer;
  if (asked) return departmentIds.includes(asked[0] ?? 0) ? { timeZone, now, departments: asked } : undefined;
  const { rows } = await sql`
    select from tickets t where t.assignee_id = ${viewer.id} and t.department_id <> all(${departmentIds}::bigint[]) limit 1`.execute(
    q,
  );
  return rows.length > 0 ? undefined : { timeZone, now, departments: departmentIds };
}
