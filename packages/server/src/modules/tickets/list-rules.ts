import type { TicketFilter } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Place } from '#platform/paging';
import { conditionsSql } from './conditions.ts';
import { beyond } from './list-order.ts';

type Sql = RawBuilder<unknown>;
export type Page = {
  filter: TicketFilter;
  limit: number;
  after: Place | undefined;
  now: Date;
  /** How many rows are looked at in order before the indexes of the conditions are asked. */
  walkRows?: number;
};

/** Every filter but status, visibility and text; the departments and assignees that runs are keyed by may repeat here. */
export function matches(viewer: Viewer, { filter, after, now }: Page): Sql {
  const conditions: Sql[] = [sql`true`];
  if (filter.department) conditions.push(sql`t.department_id = any(${filter.department}::bigint[])`);
  if (filter.assignee === 'none') conditions.push(sql`t.assignee_id is null`);
  const assignees = assigneesOf(viewer, filter);
  if (assignees) conditions.push(sql`t.assignee_id = any(${assignees}::bigint[])`);
  if (filter.customer) conditions.push(sql`t.customer_id = ${filter.customer}`);
  if (filter.media) conditions.push(sql`t.media_id = any(${filter.media}::int[])`);
  if (filter.priority) conditions.push(sql`t.priority_id = any(${filter.priority}::bigint[])`);
  if (filter.tag) conditions.push(sql`t.tags @> array[${filter.tag.toLowerCase()}]::text[]`);
  if (filter.where?.length) conditions.push(conditionsSql(filter.where, { me: viewer.id, now }));
  if (filter.sort === 'waiting') conditions.push(sql`t.waiting_since is not null`);
  if (filter.sort === 'due') conditions.push(sql`t.sla_due_at is not null`);
  if (after) conditions.push(beyond(filter.sort, after));
  return sql.join(conditions, sql` and `);
}

export function assigneesOf(viewer: Viewer, { assignee }: TicketFilter): readonly number[] | undefined {
  if (assignee === 'me') return [viewer.id];
  return typeof assignee === 'string' ? undefined : assignee;
}

/** The SQL of `canSee` in policy.ts. */
export function visibleTo(viewer: Viewer): Sql {
  if (viewer.visibility === 'all') return sql`true`;
  if (viewer.visibility === 'own') return sql`t.assignee_id = ${viewer.id}`;
  return sql`(t.assignee_id = ${viewer.id} or t.department_id = any(${viewer.departmentIds}::bigint[]))`;
}
