import type { MetricCode } from '@trunkline/contract';
import type { ReportReader } from './report-reader.ts';

/** The reader of a report whose records do not exist yet: all figures are null, because 0 would be a figure. */
export const readerWithoutRecords = (metrics: readonly MetricCode[]): ReportReader<MetricCode> => ({
  total: () => Promise.resolve(Object.fromEntries(metrics.map((metric) => [metric, null])) as never),
  rows: () => Promise.resolve([]),
  records: () => Promise.resolve([]),
});
