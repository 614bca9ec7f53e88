import { Chart } from '#shared/charts/chart.tsx';
import { calendarDay, number, percent } from '#shared/lib/format.ts';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import page from '#shared/ui/layout/figure-page.module.css';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { IconStar } from '@tabler/icons-react';
import type { SurveyDashboard } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useSurveyDashboard, type DashboardQuery } from '../api.ts';
import { AsOf } from '../as-of.tsx';
import { BarList } from '../bar-list.tsx';
import { DashboardFrame } from '../dashboard-frame.tsx';
import classes from '../dashboards.module.css';
import { Tile } from '../figure-tile.tsx';
import { useDashboard } from '../use-dashboard.ts';
import { Opinions } from './opinions.tsx';
import { SurveyTable } from './survey-table.tsx';
import { SURVEY_METRICS, surveyChange, surveyText } from './survey-text.ts';

/** With fewer points a line chart says nothing. */
const LINE_FROM = 3;

/** The dashboard of customers' ratings of their calls. */
export function SurveyDashboardPage() {
  const { t } = useTranslation('dashboards');
  const { search, chosen, query, before, change, show, close } = useDashboard('30-days');
  const found = useSurveyDashboard({ ...query, ...before });
  const dashboard = found.data;
  return (
    <>
      <DashboardFrame
        title={t('survey.title')}
        note={dashboard && <AsOf {...dashboard} />}
        search={chosen}
        days={query}
        onChange={change}
        error={found.error}
        onRetry={() => void found.refetch()}
      >
        {dashboard && <Figures dashboard={dashboard} query={query} show={show} />}
      </DashboardFrame>
      {search.figure === 'ratings' && (
        <OpenRatings search={search} query={query} dashboard={dashboard} onClose={close} />
      )}
    </>
  );
}

type FiguresProps = {
  dashboard: SurveyDashboard;
  query: DashboardQuery;
  show: (records: Partial<DashboardSearch>) => void;
};

function Figures({ dashboard, query, show }: FiguresProps) {
  const { t } = useTranslation('dashboards');
  const { total, before } = dashboard;
  const showRatings = (more: Pick<DashboardSearch, 'person' | 'rating' | 'day' | 'department'>) => ({
    show: () => show({ figure: 'ratings', ...more }),
  });
  return (
    <>
      <div className={classes['above']}>
        <Notice>{t('survey.nps')}</Notice>
      </div>
      <dl className={page['tiles']}>
        {SURVEY_METRICS.map((metric) => (
          <Tile
            key={metric}
            name={t(`survey.metric.${metric}.name`)}
            what={t(`survey.metric.${metric}.what`)}
            text={surveyText(metric, total)}
            before={before ? surveyText(metric, before) : undefined}
            change={before && surveyChange(metric, total, before)}
            opens={metric === 'asked' || total.ratings === 0 ? undefined : showRatings({})}
          />
        ))}
      </dl>
      {total.ratings === 0 && (
        <EmptyState icon={IconStar} title={t('survey.none')} hint={t('survey.none-hint')} />
      )}
      {total.asked + total.ratings > 0 && (
        <>
          <div className={classes['narrow']}>
            <BarList
              title={t('survey.distribution')}
              bars={total.of
                .map((count, index) => ({
                  key: String(index + 1),
                  name: t('survey.stars', { count: index + 1 }),
                  count,
                  opens: count > 0 ? showRatings({ rating: index + 1 }) : undefined,
                }))
                .toReversed()}
            />
          </div>
          <Trend days={dashboard.days} onOpen={(day) => showRatings({ day }).show()} />
          <SurveyTable
            title={t('survey.agents')}
            head={t('column.agent')}
            rows={dashboard.agents}
            opens={({ id }) => (id === null ? undefined : showRatings({ person: id }))}
          />
          <SurveyTable
            title={t('survey.departments')}
            head={t('column.department')}
            rows={dashboard.departments}
            opens={({ id }) => (id === null ? undefined : showRatings({ department: id }))}
          />
          <section className={classes['part']}>
            <h2>{t('survey.verbatims')}</h2>
            <Opinions title={t('survey.verbatims')} query={{ ...query, commented: '1' }} />
          </section>
        </>
      )}
    </>
  );
}

function Trend({ days, onOpen }: Pick<SurveyDashboard, 'days'> & { onOpen: (day: string) => void }) {
  const { t } = useTranslation('dashboards');
  const points = (of: (day: SurveyDashboard['days'][number]) => number | null) =>
    days.map((day) => ({ key: day.day, label: calendarDay(day.day), values: { value: of(day) } }));
  const kind = days.length < LINE_FROM ? 'bar' : 'line';
  return (
    <div className={classes['charts']}>
      <Chart
        kind={kind}
        title={t('survey.trend')}
        pointTitle={t('column.day')}
        unit="fraction"
        series={[{ key: 'value', label: t('survey.metric.csat_ratio.name') }]}
        points={points(({ figures }) => figures.csat_ratio)}
        format={percent}
        onOpen={({ key }) => onOpen(key)}
      />
      <Chart
        kind="bar"
        title={t('survey.ratings-by-day')}
        pointTitle={t('column.day')}
        series={[{ key: 'value', label: t('survey.metric.ratings.name') }]}
        points={points(({ figures }) => figures.ratings)}
        format={number}
        onOpen={({ key }) => onOpen(key)}
      />
    </div>
  );
}

type OpenProps = {
  search: DashboardSearch;
  query: DashboardQuery;
  dashboard: SurveyDashboard | undefined;
  onClose: () => void;
};

function OpenRatings({ search, query, dashboard, onClose }: OpenProps) {
  const { t } = useTranslation('dashboards');
  const { person, rating, day } = search;
  const name = dashboard?.agents.find(({ id }) => id === person)?.name;
  const title = name
    ? t('survey.by', { name })
    : rating === undefined
      ? t('survey.all')
      : t('survey.of', { count: rating });
  const days = day === undefined ? query : { ...query, from: day, until: day };
  return (
    <Drawer opened onClose={onClose} title={title} width={880}>
      <Opinions title={title} query={{ ...days, user_id: person, rating }} />
    </Drawer>
  );
}
