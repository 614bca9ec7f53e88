import type { TicketDashboard } from '@trunkline/contract';
import { Chart } from '#shared/charts/chart.tsx';
import { HeatMap } from '#shared/charts/heat-map.tsx';
import { calendarDay, number } from '#shared/lib/format.ts';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import { useTranslation } from 'react-i18next';
import classes from '../dashboards.module.css';

type Props = {
  dashboard: Pick<TicketDashboard, 'days' | 'hours'>;
  onOpen: (records: Pick<DashboardSearch, 'figure' | 'day' | 'weekday' | 'hour'>) => void;
};

/** With fewer points a line chart says nothing. */
const LINE_FROM = 3;

/** Charts of created and solved tickets by day, and of created ones by hour of the week. */
export function TicketCharts({ dashboard: { days, hours }, onOpen }: Props) {
  const { t } = useTranslation('dashboards');
  return (
    <div className={classes['charts']}>
      <Chart
        kind={days.length < LINE_FROM ? 'bar' : 'line'}
        title={t('chart.days')}
        pointTitle={t('column.day')}
        series={[
          { key: 'created', label: t('metric.tickets_created.name') },
          { key: 'solved', label: t('metric.tickets_solved.name') },
        ]}
        points={days.map(({ day, created, solved }) => ({
          key: day,
          label: calendarDay(day),
          values: { created, solved },
        }))}
        format={number}
        onOpen={({ key: day }, { key: figure }) => onOpen({ figure, day })}
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
