import type { Ticket, TicketStatus } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '#platform/access';
import { UNPREPARED_HINT, type Db, type Query } from '#platform/db';
import { ticketColumns } from './columns.ts';
import { answerConditionSql } from './conditions.ts';
import { foldConditions } from './filter-query.ts';
import {
  afterPositionWithinPrioritySql,
  comparePositions,
  isByPriority,
  orderWithinPriority,
  orderOf,
  positionColumns,
  positionOrderOf,
} from './list-order.ts';
import { assigneesOf, matches, visibleTo, type TicketPageQuery } from './list-rules.ts';
import { searchHits } from './search-query.ts';

type Sql = RawBuilder<unknown>;
type Reading = Pick<Db, 'q' | 'transaction'>;

/** Max. number of rows that are read in the order of the list before the conditions' own indexes are used. */
const WALK_ROWS = 16_000;
const LEAST_OF_RUN = 20;
/** Up to this number of tickets with the wanted answer, all are read and sorted instead of walking an index. */
const FEW = 1000;

/**
 * A page of tickets, with one row more than the limit if there are more. The indexes have every supported order within a
 * department and status, so the page is merged from the beginnings of these ranges ("runs"): its cost depends on the number of
 * runs, not of tickets.
 */
export async function listPage(db: Reading, viewer: Viewer, asked: TicketPageQuery): Promise<Ticket[]> {
  const { q } = db;
  const page = { ...asked, filter: foldConditions(asked.filter, viewer) };
  const { filter, limit } = page;
  if (filter.q?.trim()) return listFound(db, viewer, page);
  if (filter.where?.length && !filter.customer && !filter.follower && !filter.mark)
    return listByConditions(q, viewer, page);
  const runs = filter.follower
    ? [readFollowed(viewer, page)]
    : filter.customer
      ? [customerRun(viewer, page)]
      : filter.snoozed === 'only' || filter.mark
        ? [readFewMatches(viewer, page)]
        : runsOf(viewer, page, headOf(page));
  // The page is cut before the rows are read, because a hundred runs return a page each.
  const result = await sql<Ticket>`
    select ${ticketColumns}
    from (select run.id from (${sql.join(runs, sql` union all `)}) run
      order by ${positionOrderOf(filter.sort, 'run')} limit ${limit + 1}) run
    join tickets t on t.id = run.id
    join customers c on c.id = t.customer_id
    order by ${orderOf(filter.sort)}`.execute(q);
  return result.rows;
}

async function listFound(db: Reading, viewer: Viewer, page: TicketPageQuery): Promise<Ticket[]> {
  const { filter, limit } = page;
  const hits = await searchHits(db, filter.q ?? '', matchesSql(viewer, page));
  if (hits.length === 0) return [];
  // The hits are found by a query of their own: in a joint one the planner may read the whole table in sort order.
  const result = await sql<Ticket>`
    ${sql.raw(UNPREPARED_HINT)}
    select ${ticketColumns}
    from tickets t join customers c on c.id = t.customer_id
    where t.id = any(${hits}::bigint[])
    order by ${orderOf(filter.sort)} limit ${limit + 1}`.execute(db.q);
  return result.rows;
}

/**
 * Conditions that most tickets meet are soon met by reading in the order of the list; for those that few meet an index finds
 * these few. Which is the case is not known beforehand, so reading in order is limited, and then the indexes are used. Conditions
 * on custom fields come first, because checking the answers of each ticket costs more than reading its row.
 */
async function listByConditions(q: Db['q'], viewer: Viewer, page: TicketPageQuery): Promise<Ticket[]> {
  const few = await fewAnswered(q, page);
  const ids =
    (few ? undefined : await readAlongOrder(q, viewer, page)) ?? (await collect(q, viewer, page, few));
  const result = await sql<Ticket>`
    select ${ticketColumns} from tickets t join customers c on c.id = t.customer_id
    where t.id = any(${ids}::bigint[]) order by ${orderOf(page.filter.sort)}`.execute(q);
  return result.rows;
}

type Step = { id: number; key: string; is_hit: boolean; is_end: boolean };

/** Reads in the order of the list; undefined if the page is not full within the allowed number of rows. */
async function readAlongOrder(
  q: Query,
  viewer: Viewer,
  page: TicketPageQuery,
): Promise<number[] | undefined> {
  const { filter, limit, walkRows = WALK_ROWS } = page;
  const heads = runsOf(
    viewer,
    { ...page, filter: { ...filter, where: undefined } },
    ({ run, count, order }) => {
      const most = sql`greatest(${LEAST_OF_RUN}::int, ${walkRows}::int / greatest(1, ${count}))`;
      // Limited outside of the ordered part, whose rows come one by one, so that reading stops when enough are found.
      return sql`select w.id, w.key, w.is_hit, w.n = w.most as is_end from (
      select ${positionColumns(filter.sort)}, ${matches(viewer, page)} as is_hit, row_number() over () as n, ${most} as most
      from (select * from tickets t where ${run} order by ${order} limit ${most}) t) w
      where w.is_hit or w.n = w.most limit ${limit + 2}`;
    },
  );
  const { rows } = await sql<Step>`${sql.raw(UNPREPARED_HINT)} ${sql.join(heads, sql` union all `)}`.execute(
    q,
  );
  const steps = rows.toSorted((a, b) => comparePositions(a, b, filter.sort));
  // After the first run that reached its limit, the merged order may have gaps.
  const end = steps.findIndex((step) => step.is_end);
  const known = end < 0 ? steps : steps.slice(0, end + 1);
  const hits = known.filter((step) => step.is_hit).slice(0, limit + 1);
  return end < 0 || hits.length > limit ? hits.map(({ id }) => id) : undefined;
}

/** The tickets with the rarest wanted answer; undefined if no condition asks for a rare answer. */
async function fewAnswered(q: Query, page: TicketPageQuery): Promise<number[] | undefined> {
  const { filter, now, custom = [], few = FEW } = page;
  for (const condition of filter.where ?? []) {
    const answered = answerConditionSql(condition, { custom, now });
    if (!answered) continue;
    const { rows } = await sql<{
      id: number;
    }>`${sql.raw(UNPREPARED_HINT)} ${answered} limit ${few + 1}`.execute(q);
    if (rows.length <= few) return rows.map(({ id }) => id);
  }
  return undefined;
}

/** Finds all tickets that meet the conditions, by their own indexes or among `few`, and sorts them. */
async function collect(
  q: Query,
  viewer: Viewer,
  page: TicketPageQuery,
  among?: readonly number[],
): Promise<number[]> {
  const { filter, limit } = page;
  const { rows } = await sql<{ id: number }>`${sql.raw(UNPREPARED_HINT)}
    select t.id from (select * from tickets t where ${among ? sql`t.id = any(${among}::bigint[])` : sql`true`}
      and ${matchesSql(viewer, page)} offset 0) t
    order by ${orderOf(filter.sort)} limit ${limit + 1}`.execute(q);
  return rows.map(({ id }) => id);
}

function customerRun(viewer: Viewer, page: TicketPageQuery): Sql {
  return sql`(select ${positionColumns(page.filter.sort)} from tickets t where t.customer_id = ${page.filter.customer} and t.status = any(${page.filter.status})
    and ${visibleTo(viewer)} and ${matches(viewer, page)} order by ${orderOf(page.filter.sort)} limit ${page.limit + 1})`;
}

/** Few tickets are snoozed, unsent or drafted on at a time: an index has only these, which are then sorted. */
function readFewMatches(viewer: Viewer, page: TicketPageQuery): Sql {
  return sql`(select ${positionColumns(page.filter.sort)} from tickets t where t.status = any(${page.filter.status})
    and ${visibleTo(viewer)} and ${matches(viewer, page)} order by ${orderOf(page.filter.sort)} limit ${page.limit + 1})`;
}

/** Few users follow more than some hundred tickets, which are read and sorted. */
function readFollowed(viewer: Viewer, page: TicketPageQuery): Sql {
  return sql`(select ${positionColumns(page.filter.sort)} from ticket_followers f join tickets t on t.id = f.ticket_id
    where f.user_id = ${viewer.id} and t.status = any(${page.filter.status})
    and ${visibleTo(viewer)} and ${matches(viewer, { ...page, filter: { ...page.filter, follower: undefined } })} order by ${orderOf(page.filter.sort)} limit ${page.limit + 1})`;
}

/** A run is a range of an index: its condition, its order, and the number of runs. */
type Run = { run: Sql; order: Sql; count: Sql };
/** Returns the query for the beginning of a run. */
type Head = (run: Run) => Sql;

const headOf =
  (page: TicketPageQuery): Head =>
  ({ run, order }) =>
    sql`select ${positionColumns(page.filter.sort)} from tickets t where ${run} order by ${order} limit ${page.limit + 1}`;

/** Splits the runs of a department by priority, for lists by priority. */
function splitOf({ filter: { sort, priority }, after }: TicketPageQuery) {
  if (!isByPriority(sort)) return undefined;
  const chosen = priority ? sql`where id = any(${priority}::bigint[])` : sql``;
  return {
    parts: sql`(select id, rank from priorities ${chosen})`,
    condition: sql`t.priority_id = p.id and ${after ? afterPositionWithinPrioritySql(sort, after) : sql`true`}`,
  };
}

function runsOf(viewer: Viewer, page: TicketPageQuery, head: Head): Sql[] {
  const statuses: readonly TicketStatus[] = page.filter.status;
  const run = (keys: Sql, column: Sql, condition: Sql) => {
    const ofRun = sql`${column} = key.id and t.status = s.status and ${condition}`;
    const count = sql`((select count(*) from ${keys} k) * ${statuses.length}::int)`;
    return sql`(select head.* from ${keys} key(id) cross join unnest(${statuses}::text[]) s(status)
      cross join lateral (${head({ run: ofRun, count, order: orderOf(page.filter.sort) })}) head)`;
  };
  const split = splitOf(page);
  const ofDepartments = (keys: Sql, condition: Sql) => {
    const column = sql`t.department_id`;
    if (!split) return run(keys, column, condition);
    const ofRun = sql`${column} = key.id and t.status = s.status and ${split.condition} and ${condition}`;
    const count = sql`((select count(*) from ${keys} k) * ${statuses.length}::int * (select count(*) from ${split.parts} k))`;
    return sql`(select head.* from ${keys} key(id) cross join unnest(${statuses}::text[]) s(status)
      cross join ${split.parts} p
      cross join lateral (${head({ run: ofRun, count, order: orderWithinPriority(page.filter.sort) })}) head)`;
  };
  const assignees = assigneesOf(viewer, page.filter);
  const own = matches(viewer, page);
  if (assignees)
    return [
      run(sql`unnest(${assignees}::bigint[])`, sql`t.assignee_id`, sql`${visibleTo(viewer)} and ${own}`),
    ];
  const chosen = page.filter.department;
  if (viewer.visibility === 'all') {
    const departments = chosen ? sql`unnest(${chosen}::bigint[])` : sql`(select id from departments)`;
    return [ofDepartments(departments, own)];
  }
  const theirs = viewer.visibility === 'own' ? [] : viewer.departmentIds;
  const departments = chosen ? theirs.filter((id) => chosen.includes(id)) : theirs;
  // Tickets assigned to the viewer are visible in any department.
  const elsewhere = sql`not t.department_id = any(${departments}::bigint[]) and ${own}`;
  return [
    ofDepartments(sql`unnest(${departments}::bigint[])`, own),
    run(sql`unnest(${[viewer.id]}::bigint[])`, sql`t.assignee_id`, elsewhere),
  ];
}

/** The ids of tickets that a filter lists, at most `limit`, in no order. */
export async function listIds(db: Reading, viewer: Viewer, asked: TicketPageQuery): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`${sql.raw(UNPREPARED_HINT)} ${await idsSql(db, viewer, asked)} limit ${asked.limit}`.execute(db.q);
  return rows.map(({ id }) => id);
}

/** How many tickets a filter lists, counted up to one more than `limit`. */
export async function countIds(db: Reading, viewer: Viewer, asked: TicketPageQuery): Promise<number> {
  const ids = sql`${await idsSql(db, viewer, asked)} limit ${asked.limit + 1}`;
  const { rows } = await sql<{
    n: number;
  }>`${sql.raw(UNPREPARED_HINT)} select count(*) as n from (${ids}) ids`.execute(db.q);
  return rows[0]?.n ?? 0;
}

async function idsSql(db: Reading, viewer: Viewer, asked: TicketPageQuery): Promise<Sql> {
  const filter = foldConditions(asked.filter, viewer);
  const own = matchesSql(viewer, { ...asked, filter });
  const hits = filter.q?.trim() ? await searchHits(db, filter.q, own) : undefined;
  return sql`select t.id from tickets t where ${hits ? sql`t.id = any(${hits}::bigint[])` : sql`true`} and ${own}`;
}

/** All conditions of a filter, except for its text. */
const matchesSql = (viewer: Viewer, page: TicketPageQuery): Sql =>
  sql`${visibleTo(viewer)} and t.status = any(${page.filter.status}) and ${matches(viewer, page)}`;
