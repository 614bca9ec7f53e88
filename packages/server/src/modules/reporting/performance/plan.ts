import { sql } from 'kysely';
import { ofRow } from '../reports/groups.ts';
import { adherenceFigures, planWith } from '../shifts/adherence.ts';
import type { Part, PartRow } from './parts.ts';

/** How users kept to their planned shifts; users without any have no row. */
export const planPart: Part = async (q, scope, { key, name, isLeft }) => {
  const { rows } = await sql<PartRow>`
    with ${planWith(scope)}
    select ${key} as key, ${name} as name, ${isLeft} as is_left, ${adherenceFigures}
    from plan_days f join users u on u.id = f.user_id left join departments d on d.id = f.department_id
    where ${ofRow(scope)} group by 1, 2, 3`.execute(q);
  return rows;
};
