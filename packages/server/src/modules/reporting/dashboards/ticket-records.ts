import type { listTicketRecords, QueryOf, TicketRecord, TicketRecordFigure } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Cursor } from '#platform/paging';
import type { MomentRange } from '../range.ts';
import { firstRepliesQuery, resolutionsQuery } from './ticket-lengths.ts';
import { backlogChangesQuery, isUnsolved, visibleTicketsSql, type TicketScope } from './ticket-scope.ts';

type TimeFilter = Pick<QueryOf<typeof listTicketRecords>, 'weekday' | 'hour'>;
type Sql = RawBuilder<unknown>;

/** Without merges that were undone within the range. */
const mergedIn = (changes: Sql) => sql`
  select c.ticket_id, max(c.at) as at, null::int as seconds from (${changes}) c where c.kind in ('merged', 'unmerged')
  group by c.ticket_id having sum(case c.kind when 'merged' then 1 else -1 end) > 0`;

/** Whether a ticket was open at a moment follows from its next change, or else from its present state. */
const backlogAt = (scope: TicketScope, until: Date) => sql`
  with next as (
    select distinct on (b.ticket_id) b.ticket_id, b.kind in ('resolved', 'merged') as was_open
    from ticket_backlog_changes b where b.at >= ${until} order by b.ticket_id, b.id
  )
  select t.id as ticket_id, t.created_at as at, null::int as seconds from tickets t
  where ${isUnsolved} and t.created_at < ${until} and ${visibleTicketsSql(scope)}
    and not exists (select from next where next.ticket_id = t.id)
  union all
  select t.id, t.created_at, null from next join tickets t on t.id = next.ticket_id
  where next.was_open and t.created_at < ${until} and ${visibleTicketsSql(scope)}`;

/** Queries of the tickets behind each figure, with the time by which they are listed. */
const FIGURES: Record<
  TicketRecordFigure,
  (scope: TicketScope, range: MomentRange, asked: TimeFilter) => Sql
> = {
  created: (scope, { from, until, timeZone }, { weekday = null, hour = null }) => sql`
    select t.id as ticket_id, t.created_at as at, null::int as seconds from tickets t
    where t.created_at >= ${from} and t.created_at < ${until} and ${visibleTicketsSql(scope)}
      and (${weekday}::int is null or extract(dow from t.created_at at time zone ${timeZone}) = ${weekday}::int)
      and (${hour}::int is null or extract(hour from t.created_at at time zone ${timeZone}) = ${hour}::int)`,
  solved: (scope, range) => resolutionsQuery(scope, range),
  reopened: (scope, { from, until }) => sql`
    select c.ticket_id, max(c.at) as at, null::int as seconds from (${backlogChangesQuery(scope, from, until)}) c
    where c.kind = 'reopened' group by c.ticket_id`,
  reopened_later: (scope, range) =>
    sql`select * from (${resolutionsQuery(scope, range)}) f where f.is_reopened`,
  merged: (scope, { from, until }) => mergedIn(backlogChangesQuery(scope, from, until)),
  backlog_start: (scope, { from }) => backlogAt(scope, from),
  backlog: (scope, { until }) => backlogAt(scope, until),
  first_reply: (scope, range) =>
    sql`select * from (${firstRepliesQuery(scope, range)}) f where f.seconds is not null`,
  first_reply_missed: (scope, range) =>
    sql`select * from (${firstRepliesQuery(scope, range)}) f where f.is_missed`,
  resolution: (scope, range) => resolutionsQuery(scope, range),
  resolution_missed: (scope, range) =>
    sql`select * from (${resolutionsQuery(scope, range)}) f where f.is_missed`,
};

/** Newest first, at most `limit` after that cursor. */
export async function readTicketRecords(
  q: Query,
  scope: TicketScope,
  {
    range,
    figure,
    limit,
    after,
    ...asked
  }: TimeFilter & {
    range: MomentRange;
    figure: TicketRecordFigure;
    limit: number;
    after: Cursor | undefined;
  },
): Promise<TicketRecord[]> {
  const { rows } = await sql<TicketRecord>`
    select t.id, t.number, t.subject, t.status, d.name as department, u.fullname as agent, f.at::timestamptz(3) as at, f.seconds
    from (${FIGURES[figure](scope, range, asked)}) f join tickets t on t.id = f.ticket_id
      join departments d on d.id = t.department_id left join users u on u.id = t.assignee_id
    where ${after?.key ?? null}::timestamptz is null
      or (f.at, f.ticket_id) < (${after?.key ?? null}::timestamptz, ${after?.id ?? null}::bigint)
    order by f.at desc, f.ticket_id desc limit ${limit}`.execute(q);
  return rows;
}
