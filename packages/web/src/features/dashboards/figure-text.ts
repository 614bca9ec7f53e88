import { METRICS, type MetricCode } from '@trunkline/contract';
import { number, percent } from '#shared/lib/format.ts';
import { metricDuration } from '#shared/lib/metric-duration.ts';

/** Formats a figure for a tile: "1,204", "2 min 40 s", "81.9%"; a dash where there is no value. */
export function figureText(metric: MetricCode, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const unit = METRICS[metric];
  if (unit === 'ratio') return percent(value);
  if (unit === 'number') return number(Math.round(value * 10) / 10);
  return unit === 'seconds' ? metricDuration(metric, value) : number(value);
}
