import { type Figures, REPORTS, type ReportRecord } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { figuresReader, type FiguresRow } from '../figures-reader.ts';
import { ofRow, type GroupColumns } from '../groups.ts';
import type { ReportReader, ReportScope } from '../report-reader.ts';
import { CALL_FIGURES, callsWith, type CallSource } from './call-figures.ts';
import { roomCalls } from './room-source.ts';
import { telephoneCalls } from './telephone-source.ts';

type Metric = keyof typeof CALL_FIGURES;
type Definition = (typeof REPORTS)['calls'] | (typeof REPORTS)['voip'];
type Place = Parameters<ReportReader['records']>[2];

/** The figures without any calls: shares and means are null, counts 0. */
const none = (metrics: readonly Metric[]): Figures<Metric> =>
  Object.fromEntries(
    metrics.map((metric) => [metric, /_ratio$|_mean|_p90|longest/.test(metric) ? null : 0]),
  ) as Figures<Metric>;

const figuresOf =
  (metrics: readonly Metric[], source: (scope: ReportScope) => CallSource) =>
  async (q: Query, scope: ReportScope, { by, key, name, isLeft, joins }: GroupColumns) => {
    const columns = metrics.map((metric) => sql`${CALL_FIGURES[metric]} as ${sql.ref(metric)}`);
    const { rows } = await sql<FiguresRow<Metric>>`
      with ${callsWith(source(scope), scope)}
      select ${key} as key, ${name} as name, ${isLeft} as is_left, ${sql.join(columns)}
      from found f ${joins ?? sql``}
      where ${ofRow(scope)} group by ${by} order by 2 nulls last, 1`.execute(q);
    return rows;
  };

/** A page of calls, each with the figures of the user it is requested for. */
async function recordsOf(
  q: Query,
  { scope, source, columns }: { scope: ReportScope; source: CallSource; columns: ReturnType<typeof sql> },
  { limit, after }: Place,
) {
  const userId = scope.userId ?? null;
  const isAsked = sql`(${userId}::bigint is null or w.user_id = ${userId})`;
  const { rows } = await sql<{ call_id: number; called_at: string } & ReportRecord['cells']>`
    with ${callsWith(source, scope)}
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
    where ${ofRow(scope)}
      and (${userId}::bigint is null or f.user_id = ${userId}
        or exists (select from legs w where w.call_id = f.call_id and ${isAsked}))
      and (${after?.at ?? null}::timestamptz is null
        or (f.at, f.call_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
    order by f.at desc, f.call_id desc limit ${limit}`.execute(q);
  return rows.map((row) => ({
    id: String(row.call_id),
    cells: row,
    place: { at: row.called_at, id: row.call_id },
  }));
}

const reader = (
  { metrics }: Definition,
  source: (scope: ReportScope) => CallSource,
  columns: ReturnType<typeof sql>,
) =>
  figuresReader<Metric, (typeof REPORTS)['calls']['groups'][number]>({
    figuresBy: figuresOf(metrics, source),
    none: none(metrics),
    records: (q, scope, page) => recordsOf(q, { scope, source: source(scope), columns }, page),
  });

export const calls = reader(
  REPORTS.calls,
  telephoneCalls,
  sql`f.caller, f.number, f.queue, f.menu, f.ended_by`,
);

export const voip = reader(
  REPORTS.voip,
  roomCalls,
  sql`coalesce((select label from report_customer_names k where k.id = f.customer_id), '') as caller, f.is_video, f.rating`,
);
