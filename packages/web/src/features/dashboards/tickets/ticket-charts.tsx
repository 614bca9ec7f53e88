import type { TicketDashboard } from '@trunkline/contract';
import { Chart } from '#shared/charts/chart.tsx';
import { HeatMap } from '#shared/charts/heat-map.tsx';
import { bucketName, dayBuckets } from '#shared/charts/day-buckets.ts';
import { number } from '#shared/lib/format.ts';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import { useTranslation } from 'react-i18next';
import classes from '../dashboards.module.css';

type Props = {
  dashboard: Pick<TicketDashboard, 'days' | 'hours'>;
  range: { from: string; until: string };
  onOpen: (records: Pick<DashboardSearch, 'figure' | 'day' | 'last' | 'weekday' | 'hour'>) => void;
};

/** The lowest number of days for a line chart, which would show nothing of use with fewer. */
const LINE_FROM = 3;
/** With more days the line is drawn by week or month. */
const POINTS_MAX = 62;

/** Charts of created and solved tickets by day, week or month, and of created ones by hour of the week. */
export function TicketCharts({ dashboard: { days, hours }, range, onOpen }: Props) {
  const { t } = useTranslation('dashboards');
  const { t: charts } = useTranslation('shared/charts');
  const busy = days.filter(({ created, solved }) => created + solved > 0);
  const { unit, buckets } = dayBuckets(busy, range, POINTS_MAX);
  const sumOf = (rows: typeof days, figure: 'created' | 'solved') =>
    rows.reduce((sum, row) => sum + row[figure], 0);
  return (
    <div className={classes['charts']}>
      <Chart
        kind={buckets.length < LINE_FROM ? 'bar' : 'line'}
        title={t(`chart.${unit}`)}
        pointTitle={charts(`unit.${unit}`)}
        series={[
          { key: 'created', label: t('metric.tickets_created.name') },
          { key: 'solved', label: t('metric.tickets_solved.name') },
        ]}
        points={buckets.map(({ key, rows }) => ({
          key,
          label: bucketName(unit, key),
          values: { created: sumOf(rows, 'created'), solved: sumOf(rows, 'solved') },
        }))}
        format={number}
        onOpen={({ key: day }, { key: figure }) =>
          onOpen({ figure, day, last: buckets.find(({ key }) => key === day)?.until ?? day })
        }
      />
      <HeatMap
        title={t('chart.hours')}
        values={hours}
        format={number}
        onOpen={({ weekday, hour }) => onOpen({ figure: 'created', weekday, hour })}
      />
    </div>
  );
}
