import { sql } from 'kysely';
import { isOfRowSql } from '../reports/groups.ts';
import { adherenceFigures, shiftPlanCtes } from '../shifts/adherence.ts';
import type { PerformancePart, PartRow } from './parts.ts';

/** How users kept to their planned shifts; users without any have no row. */
export const planPart: PerformancePart = async (q, scope, { by, key, name, isLeft }) => {
  const { rows } = await sql<PartRow>`
    with ${shiftPlanCtes(scope)}
    select ${key} as key, ${name} as name, ${isLeft} as is_left, ${adherenceFigures}
    from plan_days f where ${isOfRowSql(scope)} group by ${by}`.execute(q);
  return rows;
};
