import {
  DASHBOARD_METRICS,
  type listMetrics,
  type Metric,
  METRICS,
  type MetricCode,
  type QueryOf,
  REPORTS,
} from '@trunkline/contract';
import { metricWords as en } from '@trunkline/contract/metric-words-en';
import { metricWords as id } from '@trunkline/contract/metric-words-id';
import type { Viewer } from '#platform/access';
import { demandReport, queryOf } from './exports/service.ts';
import type { Reports } from './reports/service.ts';

const wordsOf = ({ name, what }: { name: string; what: string }): Metric['en'] => ({
  name,
  definition: what,
});

/** Returns the codes of the reports that show this metric. */
const reportsWith = <Code extends string>(
  code: MetricCode,
  all: readonly (readonly [Code, readonly MetricCode[]])[],
): Code[] => all.filter(([, metrics]) => metrics.includes(code)).map(([one]) => one);

const ofReports = Object.values(REPORTS).map(
  ({ code, metrics }) => [code, metrics as readonly MetricCode[]] as const,
);
const ofDashboards = Object.entries(DASHBOARD_METRICS) as [
  keyof typeof DASHBOARD_METRICS,
  readonly MetricCode[],
][];

/** All metrics with the names and definitions that the screens use. */
export const metricCatalogue = (): Metric[] =>
  (Object.keys(METRICS) as MetricCode[]).map((code) => ({
    code,
    unit: METRICS[code],
    en: wordsOf(en[code]),
    id: wordsOf(id[code]),
    reports: reportsWith(code, ofReports),
    dashboards: reportsWith(code, ofDashboards),
  }));

/**
 * The catalogue; for a report with its figures, filtered like the report. @throws AppError `forbidden`, `invalid` as the report
 * does
 */
export async function readMetrics(
  { total }: Pick<Reports, 'total'>,
  viewer: Viewer,
  { report, ...asked }: QueryOf<typeof listMetrics>,
): Promise<Metric[]> {
  if (report === undefined) return metricCatalogue();
  demandReport(viewer, report);
  const figures = await total(viewer, report, queryOf(report, given(asked)));
  return metricCatalogue().flatMap((metric) =>
    metric.reports.includes(report) ? [{ ...metric, value: figures[metric.code] ?? null }] : [],
  );
}

const given = (asked: object): Record<string, string | number> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
