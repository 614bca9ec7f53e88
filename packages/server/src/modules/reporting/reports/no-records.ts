import type { MetricCode } from '@trunkline/contract';
import type { ReportReader } from './report-reader.ts';

/** A report of what does not happen yet: without records there is no figure, which is not 0. */
export const noRecords = (metrics: readonly MetricCode[]): ReportReader<MetricCode> => ({
  total: () => Promise.resolve(Object.fromEntries(metrics.map((metric) => [metric, null])) as never),
  rows: () => Promise.resolve([]),
  records: () => Promise.resolve([]),
});
