import type { MetricCode } from '@trunkline/contract';
import type { ReportReader } from './report-reader.ts';

/** The reader of a report whose records do not exist yet: all figures are null, because 0 would be a figure. */
export function readerWithoutRecords(metrics: readonly MetricCode[]): ReportReader<MetricCode> {
  const unknown = Object.fromEntries(metrics.map((metric) => [metric, null])) as never;
  return {
    total: () => Promise.resolve(unknown),
    rows: () => Promise.resolve([]),
    figures: () => Promise.resolve({ total: unknown, rows: [] }),
    records: () => Promise.resolve([]),
    async *allRecords() {},
  };
}
