import { DASHBOARD_METRICS, METRICS, REPORTS, type Metric, type MetricCode } from '@trunkline/contract';
import { metricWords as en } from '@trunkline/contract/metric-words-en';
import { metricWords as id } from '@trunkline/contract/metric-words-id';

const wordsOf = ({ name, what }: { name: string; what: string }): Metric['en'] => ({
  name,
  definition: what,
});

/** The codes of those that have this metric. */
const having = <Code extends string>(
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

/** Every metric as the screens define it: the words are theirs. */
export const metricCatalogue = (): Metric[] =>
  (Object.keys(METRICS) as MetricCode[]).map((code) => ({
    code,
    unit: METRICS[code],
    en: wordsOf(en[code]),
    id: wordsOf(id[code]),
    reports: having(code, ofReports),
    dashboards: having(code, ofDashboards),
  }));
