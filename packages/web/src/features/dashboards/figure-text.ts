import { METRICS, type MetricCode } from '@trunkline/contract';
import { number, percent } from '#shared/lib/format.ts';
import { metricDuration } from '#shared/lib/metric-duration.ts';

/** A figure as a tile shows it: "1,204", "2 min 40 s", "81.9%"; a dash where there is nothing to reckon it from. */
export function figureText(metric: MetricCode, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const unit = METRICS[metric];
  if (unit === 'ratio') return percent(value);
  if (unit === 'number') return number(Math.round(value * 10) / 10);
  return unit === 'seconds' ? metricDuration(metric, value) : number(value);
}

/**
 * By how much a figure is other than before: of counts and times as a share of that, of shares as a difference. Null where there is
 * nothing to compare with.
 */
export function changeOf(
  metric: MetricCode,
  now: number | null | undefined,
  before: number | null | undefined,
): number | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  if (METRICS[metric] === 'ratio') return now - before;
  return before === 0 ? null : (now - before) / before;
}
