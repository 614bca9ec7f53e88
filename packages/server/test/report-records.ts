import {
  METRICS,
  type MetricCode,
  type Report,
  type ReportCode,
  type ReportRecord,
  REPORTS,
} from '@trunkline/contract';
import type { TestApp } from './app.ts';

/** A figure, and the sum of the records behind it. */
type Difference = { row: string; metric: MetricCode; figure: number; records: number };

/**
 * Opens the records behind every count and sum of a report, in every row, as the page does; returns the figures that differ from
 * them. `counted`: how many figures of some of the records were not 0.
 */
export async function recordsBehind(
  t: TestApp,
  code: ReportCode,
  { range, group }: { range: string; group: 'agent' | 'day' | 'hour' | 'department' },
): Promise<{ counted: number; different: Difference[] }> {
  const definition = REPORTS[code];
  const partial: readonly MetricCode[] = 'partial' in definition ? definition.partial : [];
  const without: readonly MetricCode[] = 'withoutRecords' in definition ? definition.withoutRecords : [];
  const metrics = [
    ...partial.filter((metric) => METRICS[metric] === 'count' || /^\w+_seconds$/.test(metric)),
    ...definition.metrics.filter(
      (metric) => METRICS[metric] === 'count' && ![...partial, ...without].includes(metric),
    ),
  ];
  const get = async <T>(path: string): Promise<T> =>
    ((await t.as('admin', 'GET', `/api/reports/${code}${path}`)).body as { data: T }).data;
  const { rows } = await get<Report>(`?${range}&group=${group}`);
  const different: Difference[] = [];
  let counted = 0;
  for (const { key, figures } of rows)
    for (const metric of metrics) {
      const figure = figures[metric];
      if (typeof figure !== 'number' || cannotBeSummed(metric)) continue;
      const narrowed = group === 'agent' && key !== '' ? `user_id=${key}` : `row=${group}:${key}`;
      const only = partial.includes(metric) ? `&metric=${metric}` : '';
      const found = await get<ReportRecord[]>(`/records?${range}&${narrowed}${only}`);
      const records = METRICS[metric] === 'count' ? found.length : sumOf(metric, found);
      if (figure !== 0 && only !== '') counted += 1;
      if (records !== figure) different.push({ row: key, metric, figure, records });
    }
  return { counted, different };
}

/** Means, percentiles and maxima are not added up. */
const cannotBeSummed = (metric: MetricCode): boolean => /_mean_|_median_|_p90_|longest_/.test(metric);

const sumOf = (metric: MetricCode, records: readonly ReportRecord[]): number =>
  records.reduce(
    (sum, { cells }) =>
      sum + Number(cells[metric === 'over_limit_seconds' ? 'over_seconds' : 'seconds'] ?? 0),
    0,
  );
