import type { TICKET_NOW_METRICS, TICKET_RANGE_METRICS, TicketDashboard } from '@trunkline/contract';
import page from '#shared/ui/layout/figure-page.module.css';
import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import { languageStore } from '#shared/lib/language.ts';
import classes from '../dashboards.module.css';
import { Figure, FigureTile, type FigureTarget } from '../figure-tile.tsx';
import { backlogTrend } from './backlog-trend.ts';

type RangeMetric = (typeof TICKET_RANGE_METRICS)[number];
type NowMetric = (typeof TICKET_NOW_METRICS)[number];
export type TicketMetric = RangeMetric | NowMetric;

const NOW: readonly NowMetric[] = [
  'tickets_open',
  'tickets_waiting',
  'tickets_unassigned',
  'tickets_overdue',
];
const RANGE: readonly RangeMetric[] = [
  'tickets_created',
  'tickets_solved',
  'tickets_reopened',
  'reopen_ratio',
  'ticket_first_reply_median_seconds',
  'ticket_first_reply_p90_seconds',
  'first_reply_sla_ratio',
  'resolution_median_seconds',
  'resolution_p90_seconds',
  'resolution_sla_ratio',
];
/** The figures of the backlog, which add up to the last one. */
const BACKLOG = [
  ['', 'backlog_start'],
  ['+', 'tickets_created'],
  ['+', 'reopenings'],
  ['−', 'solutions'],
  ['−', 'tickets_merged'],
  ['=', 'backlog_end'],
] as const satisfies readonly (readonly [string, RangeMetric])[];

type Props = { dashboard: TicketDashboard; opens: (metric: TicketMetric) => FigureTarget };

/** Tiles with the figures of now and of the period, and how the backlog has changed. */
export function TicketTiles({ dashboard, opens }: Props) {
  const { now, total, before } = dashboard;
  const { t } = useTranslation('dashboards');
  return (
    <>
      <h2 className={classes['heading']}>{t('now')}</h2>
      <dl className={page['tiles']}>
        {NOW.map((metric) => (
          <FigureTile key={metric} metric={metric} value={now[metric]} opens={opens(metric)} />
        ))}
      </dl>
      <h2 className={classes['heading']}>{t('period')}</h2>
      <dl className={page['tiles']}>
        {RANGE.map((metric) => (
          <FigureTile
            key={metric}
            metric={metric}
            value={total[metric]}
            before={before?.[metric]}
            opens={opens(metric)}
          />
        ))}
      </dl>
      <h2 className={classes['heading']}>{t('backlog')}</h2>
      <dl className={classes['sum']}>
        {BACKLOG.map(([sign, metric]) => (
          <div key={metric} title={t(`metric.${metric}.what`)}>
            <dt>{t(`metric.${metric}.name`)}</dt>
            <dd>
              {sign && (
                <span className={classes['sign']} aria-hidden>
                  {sign}
                </span>
              )}
              <Figure opens={opens(metric)} label={t('open', { figure: t(`metric.${metric}.name`) })}>
                {number(total[metric] ?? 0)}
              </Figure>
            </dd>
          </div>
        ))}
      </dl>
      <Trend dashboard={dashboard} />
    </>
  );
}

/** Says whether the backlog grows or shrinks, and when it would be cleared. */
function Trend({ dashboard }: Pick<Props, 'dashboard'>) {
  const { t } = useTranslation('dashboards');
  const trend = backlogTrend(dashboard);
  if (!trend) return null;
  const { perDay, daysToClear } = trend;
  const tickets = decimal(Math.abs(perDay));
  return (
    <p className={classes['trend']}>
      {perDay === 0 && t('trend.steady')}
      {perDay > 0 && t('trend.growing', { tickets })}
      {daysToClear !== null && t('trend.shrinking', { tickets, days: number(daysToClear) })}
    </p>
  );
}

/** One digit after the point, or of a smaller figure its first one, so that what grows is never said to grow by 0. */
const decimal = (value: number): string =>
  new Intl.NumberFormat(languageStore.get(), {
    ...(value < 0.1 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 1 }),
  }).format(value);
