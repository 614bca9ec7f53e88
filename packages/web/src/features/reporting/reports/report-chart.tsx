import { METRICS, type MetricCode, type Report } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { Chart } from '#shared/charts/chart.tsx';
import { number, workTimeText } from '#shared/lib/format.ts';
import type { ReportDefinition } from '../api.ts';
import { chartPoints } from './chart-points.ts';
import { hasRecords, type Grouping, type OpenedRow } from './report-view.ts';

type Props = {
  definition: ReportDefinition;
  report: Report;
  grouping: Grouping;
  onOpen: (row: OpenedRow, metric: MetricCode) => void;
};

/** The main figures of a report by row; of many days by week or month. A bar opens its records. */
export function ReportChart({ definition, report, grouping, onOpen }: Props) {
  const { t } = useTranslation('reporting');
  const { t: charts } = useTranslation('shared/charts');
  const metrics: readonly MetricCode[] = definition.chart;
  const [first] = metrics;
  if (!first) return null;
  const unit = METRICS[first] === 'seconds' ? 'seconds' : 'count';
  const { points, per } = chartPoints({ report, grouping, metrics, none: t('none') });
  const title =
    metrics.length > 1
      ? t(`chart.${unit === 'seconds' ? unit : countedIn(definition)}`)
      : t(`metric.${first}.name`);
  return (
    <Chart
      kind={metrics.length > 1 && (unit === 'seconds' || isOneWhole(definition)) ? 'stacked' : 'bar'}
      title={charts(`per.${per}`, { title })}
      pointTitle={grouping === 'day' ? charts(`unit.${per}`) : t(`by.${grouping}`)}
      unit={unit}
      series={metrics.map((metric) => ({
        key: metric,
        label: t(`metric.${metric}.name`),
        total: report.total[metric] ?? null,
      }))}
      points={points}
      format={unit === 'seconds' ? workTimeText : number}
      onOpen={({ key, values }, series) => {
        const until = points.find((point) => point.key === key)?.until;
        if (hasRecords(definition, series.key, values[series.key]))
          onOpen({ grouping, key, ...(until !== undefined && { until }) }, series.key);
      }}
    />
  );
}

/** Whether the bars of a report are parts of one whole, as ratings are. */
const isOneWhole = ({ code }: ReportDefinition): boolean => code === 'satisfaction_metrics';

/** Returns what the bars of a report count. */
function countedIn(definition: ReportDefinition): 'messages' | 'calls' | 'ratings' | 'work' {
  if (definition.code === 'performance' || definition.code === 'ticket_chatbot') return 'work';
  if (definition.code === 'satisfaction_metrics') return 'ratings';
  return 'media' in definition || definition.code === 'broadcast' ? 'messages' : 'calls';
}
