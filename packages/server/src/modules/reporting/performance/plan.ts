import { sql } from 'kysely';
import { isOfRowSql } from '../reports/groups.ts';
import { adherenceFigures, shiftPlanCtes } from '../shifts/adherence.ts';
import { readPart, type PerformancePart } from './parts.ts';

/** How users kept to their planned shifts; users without any have no row. */
export const planPart: PerformancePart = (q, scope, groupings) =>
  readPart(
    q,
    {
      ctes: shiftPlanCtes(scope),
      from: sql`plan_days`,
      where: isOfRowSql(scope),
      figures: sql`${adherenceFigures}`,
    },
    groupings,
  );
