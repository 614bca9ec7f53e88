import type { MetricCode } from '@trunkline/contract';
import { durationText, workTimeText } from './format.ts';

const PER_CASE = /(mean|median|p90|longest)_/;

/** Formats a metric in seconds. Sums of working time are in hours at most, because a working day is not 24 hours. */
export const metricDuration = (metric: MetricCode, seconds: number): string =>
  PER_CASE.test(metric) ? durationText(seconds) : workTimeText(seconds);
