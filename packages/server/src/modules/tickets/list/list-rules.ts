import type { CustomField, TicketFilter, TicketMark } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Cursor } from '#platform/paging';
import { conditionsSql } from './conditions.ts';
import { afterPositionSql } from './list-order.ts';

type Sql = RawBuilder<unknown>;
export type TicketPageQuery = {
  filter: TicketFilter;
  limit: number;
  after: Cursor | undefined;
  now: Date;
  /** The custom fields of tickets, if a condition asks for any. */
  custom?: readonly CustomField[];
  /** Max. number of rows that are read in order before the conditions' indexes are used. */
  walkRows?: number;
  /** Max. number of tickets with an answer for which the answer counts as rare. */
  few?: number;
};

/** Orders whose lists leave out tickets without a value: those where nobody waits, or nothing is due. */
const HAS_PLACE: Partial<Record<TicketFilter['sort'], Sql>> = {
  waiting: sql`t.waiting_since is not null`,
  due: sql`t.sla_due_at is not null`,
};

type Part = Sql | false | undefined | 0 | '';

/** All conditions of a filter except for status, visibility and text; those on department and assignee may repeat the run's. */
export function matches(viewer: Viewer, { filter, after, ...asked }: TicketPageQuery): Sql {
  const { where, sort } = filter;
  const conditions: Part[] = [
    sql`true`,
    ...shortParts(viewer, filter),
    where && conditionsSql(where, { me: viewer.id, custom: [], ...asked }),
    HAS_PLACE[sort],
    after && afterPositionSql(sort, after),
  ];
  return sql.join(
    conditions.filter((condition): condition is Sql => typeof condition === 'object'),
    sql` and `,
  );
}

/** The conditions of a list's short URL parameters. */
function shortParts(viewer: Viewer, filter: TicketFilter): Part[] {
  const assignees = assigneesOf(viewer, filter);
  const { department, customer, media, priority, tag, follower, snoozed, mark } = filter;
  return [
    department && sql`t.department_id = any(${department}::bigint[])`,
    filter.assignee === 'none' && sql`t.assignee_id is null`,
    assignees && sql`t.assignee_id = any(${assignees}::bigint[])`,
    customer && sql`t.customer_id = ${customer}`,
    media && sql`t.media_id = any(${media}::int[])`,
    priority && sql`t.priority_id = any(${priority}::bigint[])`,
    tag !== undefined && sql`t.tags @> array[${tag.toLowerCase()}]::text[]`,
    snoozed === 'no' && sql`t.snoozed_until is null`,
    snoozed === 'only' && sql`t.snoozed_until is not null`,
    mark && markedSql(viewer, mark),
    follower && sql`t.id in (select ticket_id from ticket_followers where user_id = ${viewer.id})`,
  ];
}

/** Both conditions match few tickets, which have an index of their own. */
const markedSql = (viewer: Viewer, mark: TicketMark): Sql =>
  mark === 'draft'
    ? sql`t.id in (select ticket_id from ticket_drafts where user_id = ${viewer.id})`
    : sql`(t.is_unsent or t.sends_at is not null)`;

export function assigneesOf(viewer: Viewer, { assignee }: TicketFilter): readonly number[] | undefined {
  if (assignee === 'me') return [viewer.id];
  return typeof assignee === 'string' ? undefined : assignee;
}

/** The SQL of `canSee` in policy.ts. */
export function visibleTo(viewer: Pick<Viewer, 'id' | 'visibility' | 'departmentIds'>): Sql {
  if (viewer.visibility === 'all') return sql`true`;
  if (viewer.visibility === 'own') return sql`t.assignee_id = ${viewer.id}`;
  return sql`(t.assignee_id = ${viewer.id} or t.department_id = any(${viewer.departmentIds}::bigint[]))`;
}
