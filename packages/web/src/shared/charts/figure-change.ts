import { METRICS, type MetricCode } from '@trunkline/contract';

/**
 * Returns the change of a figure since the period before: of counts and times relative to the old value, of shares as a
 * difference. Null where there is nothing to compare with.
 */
export function figureChange(
  metric: MetricCode,
  now: number | null | undefined,
  before: number | null | undefined,
): number | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  if (METRICS[metric] === 'ratio') return now - before;
  return before === 0 ? null : (now - before) / before;
}
