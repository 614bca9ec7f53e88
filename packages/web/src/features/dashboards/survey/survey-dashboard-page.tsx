import { Chart } from '#shared/charts/chart.tsx';
import { bucketName, dayBuckets } from '#shared/charts/day-buckets.ts';
import { number, percent } from '#shared/lib/format.ts';
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

/** The lowest number of days for a line chart, which would show nothing of use with fewer. */
const LINE_FROM = 3;
/** With more days there are points of weeks or months. */
const POINTS_MAX = 31;

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
  const showRatings = (more: Pick<DashboardSearch, 'person' | 'rating' | 'day' | 'last' | 'department'>) => ({
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
            isShare={metric.endsWith('_ratio')}
            opens={metric === 'asked' || total.ratings === 0 ? undefined : showRatings({})}
          />
        ))}
      </dl>
      {total.ratings === 0 && (
        <div className={page['state']}>
          <EmptyState icon={IconStar} title={t('survey.none')} hint={t('survey.none-hint')} />
        </div>
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
          <Trend days={dashboard.days} range={query} onOpen={(days) => showRatings(days).show()} />
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

type TrendProps = Pick<SurveyDashboard, 'days'> & {
  range: { from: string; until: string };
  onOpen: (days: { day: string; last: string }) => void;
};

/** CSAT and ratings by day, week or month. */
function Trend({ days, range, onOpen }: TrendProps) {
  const { t } = useTranslation('dashboards');
  const { t: charts } = useTranslation('shared/charts');
  const rated = days.filter(({ figures }) => figures.ratings > 0);
  const { unit, buckets } = dayBuckets(rated, range, POINTS_MAX);
  const points = (of: (rows: SurveyDashboard['days']) => number | null) =>
    buckets.map(({ key, rows }) => ({ key, label: bucketName(unit, key), values: { value: of(rows) } }));
  const open = (day: string) => onOpen({ day, last: buckets.find(({ key }) => key === day)?.until ?? day });
  return (
    <div className={classes['charts']}>
      <Chart
        kind={rated.length < LINE_FROM ? 'bar' : 'line'}
        title={t(`survey.trend.${unit}`)}
        pointTitle={charts(`unit.${unit}`)}
        unit="fraction"
        series={[{ key: 'value', label: t('survey.metric.csat_ratio.name') }]}
        points={points(csatOf)}
        format={percent}
        onOpen={({ key }) => open(key)}
      />
      <Chart
        kind="bar"
        title={t(`survey.ratings-by.${unit}`)}
        pointTitle={charts(`unit.${unit}`)}
        series={[{ key: 'value', label: t('survey.metric.ratings.name') }]}
        points={points(ratingsOf)}
        format={number}
        onOpen={({ key }) => open(key)}
      />
    </div>
  );
}

const ratingsOf = (days: SurveyDashboard['days']): number =>
  days.reduce((sum, { figures }) => sum + figures.ratings, 0);

/** The share of good ratings over several days: of the ratings, not a mean of the days' shares. */
function csatOf(days: SurveyDashboard['days']): number | null {
  const good = days.reduce(
    (sum, { figures }) => sum + Math.round((figures.csat_ratio ?? 0) * figures.ratings),
    0,
  );
  const all = ratingsOf(days);
  return all === 0 ? null : good / all;
}

type OpenProps = {
  search: DashboardSearch;
  query: DashboardQuery;
  dashboard: SurveyDashboard | undefined;
  onClose: () => void;
};

function OpenRatings({ search, query, dashboard, onClose }: OpenProps) {
  const { t } = useTranslation('dashboards');
  const { person, rating, day, last } = search;
  const name = dashboard?.agents.find(({ id }) => id === person)?.name;
  const title = name
    ? t('survey.by', { name })
    : rating === undefined
      ? t('survey.all')
      : t('survey.of', { count: rating });
  const days = day === undefined ? query : { ...query, from: day, until: last ?? day };
  return (
    <Drawer opened onClose={onClose} title={title} width={880}>
      <Opinions title={title} query={{ ...days, user_id: person, rating }} />
    </Drawer>
  );
}
