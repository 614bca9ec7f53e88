import type { Ticket, TicketFilter, TicketStatus } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '#platform/access';
import { UNPREPARED, type Db } from '#platform/db';
import type { Place } from '#platform/paging';
import { ticketColumns } from './columns.ts';
import { searchHits } from './search-query.ts';

type Sql = RawBuilder<unknown>;
type Page = { filter: TicketFilter; limit: number; after: Place | undefined };

const SORTS = {
  newest: { column: sql.ref('t.last_message_at'), descending: true },
  oldest: { column: sql.ref('t.last_message_at'), descending: false },
  created: { column: sql.ref('t.created_at'), descending: true },
  waiting: { column: sql.ref('t.waiting_since'), descending: false },
};

/** Where a row stands in the order of a list. */
export function placeOf(ticket: Ticket, sort: TicketFilter['sort']): Place {
  const key = {
    newest: ticket.last_message_at,
    oldest: ticket.last_message_at,
    created: ticket.created_at,
    waiting: ticket.waiting_since,
  };
  return { key: key[sort] ?? '', id: ticket.id };
}

/**
 * A page of tickets, one row more than asked for where there are more.
 *
 * An index holds each department and status in every supported order, so the page is merged from the heads of those
 * short runs: its cost depends on how many runs there are, not on how many tickets.
 */
export async function listPage(q: Db['q'], viewer: Viewer, page: Page): Promise<Ticket[]> {
  const { filter, limit } = page;
  if (filter.q?.trim()) return listFound(q, viewer, page);
  const order = orderOf(filter.sort);
  const runs = filter.customer ? [customerRun(viewer, page)] : runsOf(viewer, page);
  const result = await sql<Ticket>`
    select ${ticketColumns}
    from (${sql.join(runs, sql` union all `)}) run
    join tickets t on t.id = run.id
    join customers c on c.id = t.customer_id
    order by ${order} limit ${limit + 1}`.execute(q);
  return result.rows;
}

async function listFound(q: Db['q'], viewer: Viewer, page: Page): Promise<Ticket[]> {
  const { filter, limit } = page;
  const hits = await searchHits(q, filter.q ?? '');
  // The hits come first, as a finished list: asked in one go, the planner may walk the whole table in sort order.
  const result = await sql<Ticket>`
    ${sql.raw(UNPREPARED)}
    select ${ticketColumns}
    from tickets t join customers c on c.id = t.customer_id
    where t.id = any(${hits}::bigint[]) and t.status = any(${filter.status}) and ${visibleTo(viewer)} and ${matches(viewer, page)}
    order by ${orderOf(filter.sort)} limit ${limit + 1}`.execute(q);
  return result.rows;
}

function customerRun(viewer: Viewer, page: Page): Sql {
  return sql`(select t.id from tickets t where t.customer_id = ${page.filter.customer} and t.status = any(${page.filter.status})
    and ${visibleTo(viewer)} and ${matches(viewer, page)} order by ${orderOf(page.filter.sort)} limit ${page.limit + 1})`;
}

function runsOf(viewer: Viewer, page: Page): Sql[] {
  const assignees = assigneesOf(viewer, page.filter);
  if (assignees)
    return [
      run(
        page,
        sql`unnest(${assignees}::bigint[])`,
        sql`t.assignee_id`,
        sql`${visibleTo(viewer)} and ${matches(viewer, page)}`,
      ),
    ];
  const wanted = page.filter.department;
  if (viewer.visibility === 'all') {
    const departments = wanted ? sql`unnest(${wanted}::bigint[])` : sql`(select id from departments)`;
    return [run(page, departments, sql`t.department_id`, matches(viewer, page))];
  }
  const own = viewer.visibility === 'own' ? [] : viewer.departmentIds;
  const departments = wanted ? own.filter((id) => wanted.includes(id)) : own;
  // What is assigned to the viewer is visible in any department.
  const elsewhere = sql`not t.department_id = any(${departments}::bigint[]) and ${matches(viewer, page)}`;
  return [
    run(page, sql`unnest(${departments}::bigint[])`, sql`t.department_id`, matches(viewer, page)),
    run(page, sql`unnest(${[viewer.id]}::bigint[])`, sql`t.assignee_id`, elsewhere),
  ];
}

function run(page: Page, keys: Sql, column: Sql, condition: Sql): Sql {
  const statuses: readonly TicketStatus[] = page.filter.status;
  return sql`(select head.id from ${keys} key(id) cross join unnest(${statuses}::text[]) s(status) cross join lateral (
    select t.id from tickets t where ${column} = key.id and t.status = s.status and ${condition}
    order by ${orderOf(page.filter.sort)} limit ${page.limit + 1}) head)`;
}

const orderOf = (sort: TicketFilter['sort']): Sql => {
  const { column, descending } = SORTS[sort];
  return descending ? sql`${column} desc, t.id desc` : sql`${column}, t.id`;
};

/** Every filter but status, visibility and text; the departments and assignees that runs are keyed by may repeat here. */
function matches(viewer: Viewer, { filter, after }: Page): Sql {
  const conditions: Sql[] = [sql`true`];
  if (filter.department) conditions.push(sql`t.department_id = any(${filter.department}::bigint[])`);
  if (filter.assignee === 'none') conditions.push(sql`t.assignee_id is null`);
  const assignees = assigneesOf(viewer, filter);
  if (assignees) conditions.push(sql`t.assignee_id = any(${assignees}::bigint[])`);
  if (filter.customer) conditions.push(sql`t.customer_id = ${filter.customer}`);
  if (filter.media) conditions.push(sql`t.media_id = any(${filter.media}::int[])`);
  if (filter.priority) conditions.push(sql`t.priority_id = any(${filter.priority}::bigint[])`);
  if (filter.tag) conditions.push(sql`t.tags @> array[${filter.tag.toLowerCase()}]::text[]`);
  if (filter.sort === 'waiting') conditions.push(sql`t.waiting_since is not null`);
  if (after) conditions.push(beyond(filter.sort, after));
  return sql.join(conditions, sql` and `);
}

function beyond(sort: TicketFilter['sort'], after: Place): Sql {
  const { column, descending } = SORTS[sort];
  const place = sql`(${after.key}::timestamptz, ${after.id}::bigint)`;
  return descending ? sql`(${column}, t.id) < ${place}` : sql`(${column}, t.id) > ${place}`;
}

function assigneesOf(viewer: Viewer, { assignee }: TicketFilter): readonly number[] | undefined {
  if (assignee === 'me') return [viewer.id];
  return typeof assignee === 'string' ? undefined : assignee;
}

/** The SQL of `canSee` in policy.ts. */
export function visibleTo(viewer: Viewer): Sql {
  if (viewer.visibility === 'all') return sql`true`;
  if (viewer.visibility === 'own') return sql`t.assignee_id = ${viewer.id}`;
  return sql`(t.assignee_id = ${viewer.id} or t.department_id = any(${viewer.departmentIds}::bigint[]))`;
}
