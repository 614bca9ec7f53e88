import { METRICS, type MetricCode } from '@trunkline/contract';
import { durationWords, number, percent, workWords } from '#shared/lib/format.ts';

/** Sums of working time: a day of work is not as long as a day. */
const WORK: ReadonlySet<MetricCode> = new Set(['signed_in_seconds', 'after_call_seconds']);
const MINUTE = 60;
const HOUR = 3600;

/** A figure as a tile shows it: "1,204", "2 min 40 s", "81.9%"; a dash where there is nothing to reckon it from. */
export function figureText(metric: MetricCode, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const unit = METRICS[metric];
  if (unit === 'ratio') return percent(value);
  if (unit === 'number') return number(Math.round(value * 10) / 10);
  if (WORK.has(metric)) return workWords(value);
  return unit === 'seconds' ? lengthText(value) : number(value);
}

/** Below an hour to the second. */
export function lengthText(seconds: number): string {
  const rest = seconds % MINUTE;
  const words = durationWords(seconds);
  return seconds >= MINUTE && seconds < HOUR && rest > 0 ? `${words} ${durationWords(rest)}` : words;
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
