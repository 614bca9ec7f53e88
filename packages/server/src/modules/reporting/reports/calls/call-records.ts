import type { MetricCode, ReportRecord } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import { isOfRowSql } from '../groups.ts';
import { recordReading } from '../record-reading.ts';
import type { RecordPage, RecordReading, ReportScope } from '../report-reader.ts';
import { CALLS_COUNTED, callCtes, EXTRAS_COUNTED, HANDLED_COUNTED, type CallSource } from './call-figures.ts';

const COUNTED: Partial<Record<MetricCode, RawBuilder<unknown>>> = CALLS_COUNTED;
/** What users did for calls and what else happened to them: each in the row of its own user, day and hour. */
const COUNTED_APART: Partial<Record<MetricCode, RawBuilder<unknown>>> = {
  ...HANDLED_COUNTED,
  ...EXTRAS_COUNTED,
};

/** Which calls are requested: all with which the user had to do, or those that the metric counts; in the requested row. */
function isWanted(scope: ReportScope): RawBuilder<unknown> {
  const { metric, userId: asked, range } = scope;
  const userId = asked ?? null;
  const apart = metric && COUNTED_APART[metric];
  // `found` has this user's rows only. A ring, or the end of work, may be in another hour or day than the beginning of its call.
  if (apart) return sql`f.call_id in (select f.call_id from found f where ${apart} and ${isOfRowSql(scope)})`;
  const isOwn = sql`(${userId}::bigint is null or f.user_id = ${userId})`;
  const counted = metric && COUNTED[metric];
  // An agent's calls are those that they answered first, as in the figures.
  const isCounted = counted
    ? sql`${counted} and ${isOwn}`
    : sql`(${isOwn} or exists (select from legs w where w.call_id = f.call_id and w.user_id = ${userId}))`;
  return sql`f.at >= ${range.from} and ${isOfRowSql(scope)} and ${isCounted}`;
}

type RecordSelection = { scope: ReportScope; source: CallSource; columns: RawBuilder<unknown> };

type CallRow = { call_id: number; called_at: string } & ReportRecord['cells'];

/** Calls, each with the figures of the user it is requested for. */
function callRecordsSql(
  { scope, source, columns }: RecordSelection,
  { limit, after }: RecordPage,
): RawBuilder<CallRow> {
  const userId = scope.userId ?? null;
  const isAsked = sql`(${userId}::bigint is null or w.user_id = ${userId})`;
  return sql<CallRow>`
    with ${callCtes(source, scope)}
    select f.call_id, f.at::timestamptz(3) as called_at, f.ticket_id, t.number as ticket, coalesce(d.name, '') as department,
      f.wait_seconds, f.outcome, coalesce(a.names, u.fullname, '') as agent, w.*, ${columns}
    from asked f left join tickets t on t.id = f.ticket_id left join departments d on d.id = f.department_id
      left join users u on u.id = f.user_id
      cross join lateral (
        select sum(extract(epoch from w.ended - w.began)) filter (where w.kind = 'talk')::int as talk_seconds,
          sum(extract(epoch from w.ended - w.began)) filter (where w.kind = 'hold')::int as hold_seconds,
          sum(extract(epoch from w.ended - w.began)) filter (where w.kind = 'wrap_up')::int as wrap_up_seconds
        from whole w where w.call_id = f.call_id and ${isAsked}) w
      cross join lateral (
        select string_agg(p.fullname, ', ' order by l.began) as names from (
          select user_id, min(began) as began from legs where call_id = f.call_id group by 1) l
          join users p on p.id = l.user_id) a
    where ${isWanted(scope)}
      and (${after?.at ?? null}::timestamptz is null
        or (f.at, f.call_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
    order by f.at desc, f.call_id desc limit ${limit}`;
}

/** The calls of a report. */
export const callRecords = (
  source: (scope: ReportScope) => CallSource,
  columns: RawBuilder<unknown>,
): RecordReading =>
  recordReading(
    (scope, page) => callRecordsSql({ scope, source: source(scope), columns }, page),
    (row) => ({ id: String(row.call_id), cells: row, place: { at: row.called_at, id: row.call_id } }),
  );
