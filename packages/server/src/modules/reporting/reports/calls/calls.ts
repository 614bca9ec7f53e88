import { type MetricValues, REPORTS } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { createFiguresReader, type FiguresRow } from '../figures-reader.ts';
import { isOfRowSql, type GroupColumns } from '../groups.ts';
import type { ReportScope } from '../report-reader.ts';
import { CALL_FIGURES, callCtes, type CallSource } from './call-figures.ts';
import { callRecords } from './call-records.ts';
import { roomCalls } from './room-source.ts';
import { telephoneCalls } from './telephone-source.ts';

type Metric = keyof typeof CALL_FIGURES;
type Definition = (typeof REPORTS)['calls'] | (typeof REPORTS)['voip'];

/** The figures without any calls: shares and means are null, counts 0. */
const none = (metrics: readonly Metric[]): MetricValues<Metric> =>
  Object.fromEntries(
    metrics.map((metric) => [metric, /_ratio$|_mean|_p90|longest/.test(metric) ? null : 0]),
  ) as MetricValues<Metric>;

const figuresOf =
  (metrics: readonly Metric[], source: (scope: ReportScope) => CallSource) =>
  async (q: Query, scope: ReportScope, { by, key, name, isLeft, joins }: GroupColumns) => {
    const columns = metrics.map((metric) => sql`${CALL_FIGURES[metric]} as ${sql.ref(metric)}`);
    const { rows } = await sql<FiguresRow<Metric>>`
      with ${callCtes(source(scope), scope)}
      select ${key} as key, ${name} as name, ${isLeft} as is_left, ${sql.join(columns)}
      from found f ${joins ?? sql``}
      where ${isOfRowSql(scope)} group by ${by} order by 2 nulls last, 1`.execute(q);
    return rows;
  };

const reader = (
  { metrics }: Definition,
  source: (scope: ReportScope) => CallSource,
  columns: ReturnType<typeof sql>,
) =>
  createFiguresReader<Metric, (typeof REPORTS)['calls']['groups'][number]>({
    figuresBy: figuresOf(metrics, source),
    none: none(metrics),
    ...callRecords(source, columns),
  });

export const callsReader = reader(
  REPORTS.calls,
  telephoneCalls,
  sql`f.caller, f.number, f.queue, f.menu, f.ended_by`,
);

export const voipReader = reader(
  REPORTS.voip,
  roomCalls,
  sql`coalesce((select label from report_customer_names k where k.id = f.customer_id), '') as caller, f.is_video, f.rating`,
);
