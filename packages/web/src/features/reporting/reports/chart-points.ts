import type { MetricCode, Report, ReportRow } from '@trunkline/contract';
import type { ChartPoint } from '#shared/charts/chart-data.ts';
import { bucketName, dayBuckets, type DayBuckets } from '#shared/charts/day-buckets.ts';
import { rowName, type Grouping } from './report-view.ts';

type ChartSource = {
  report: Pick<Report, 'rows' | 'total' | 'from' | 'until'>;
  grouping: Grouping;
  metrics: readonly MetricCode[];
  /** What a row without a name is called. */
  none: string;
};
type BarPoint = ChartPoint & { until?: string };
type Points = { points: BarPoint[]; per: DayBuckets<never>['unit'] };

const BARS_MAX = 31;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/**
 * Returns the bars of a report's chart: days and hours without gaps, many days by week or month; of other rows the largest,
 * because the table below has all of them. Pure.
 */
export function chartPoints({ report, grouping, metrics, none }: ChartSource): Points {
  const { rows, total } = report;
  const sums = (of: readonly ReportRow[]): ChartPoint['values'] =>
    Object.fromEntries(metrics.map((metric) => [metric, total[metric] === null ? null : sumOf(of, metric)]));
  if (grouping === 'day') {
    const days = rows.map((row) => ({ ...row, day: row.key }));
    const { unit, buckets } = dayBuckets(days, report, BARS_MAX);
    const points = buckets.map((bucket) => ({
      key: bucket.key,
      until: bucket.until,
      label: bucketName(unit, bucket.key),
      values: sums(bucket.rows),
    }));
    return { points, per: unit };
  }
  if (grouping === 'hour') {
    const points = HOURS.map((hour) => ({
      key: hour,
      label: `${hour}:00`,
      values: sums(rows.filter(({ key }) => key === hour)),
    }));
    return { points, per: 'day' };
  }
  const sizeOf = (row: ReportRow) => metrics.reduce((sum, metric) => sum + (row.figures[metric] ?? 0), 0);
  const points = rows
    .filter((row) => sizeOf(row) > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, BARS_MAX)
    .map((row) => ({ key: row.key, label: rowName(row, grouping) ?? none, values: row.figures }));
  return { points, per: 'day' };
}

const sumOf = (rows: readonly ReportRow[], metric: MetricCode): number =>
  rows.reduce((sum, { figures }) => sum + (figures[metric] ?? 0), 0);
