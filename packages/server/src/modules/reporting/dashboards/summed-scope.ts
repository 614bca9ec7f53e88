import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { DayScope } from '../ticket-days/pieces.ts';
import type { TicketScope } from './ticket-scope.ts';

/**
 * The departments whose sums are all that is asked for, or undefined where sums can't tell: tickets of one agent, tickets of a kind,
 * and those of whoever sees tickets elsewhere because they are theirs.
 */
export async function summedScope(
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
