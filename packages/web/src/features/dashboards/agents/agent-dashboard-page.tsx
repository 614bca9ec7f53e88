import { useSession } from '#shared/api/session.ts';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import page from '#shared/ui/layout/figure-page.module.css';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { MultiSelect } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { AGENT_METRICS, mediaId, type AgentDashboard, type AgentMetric } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useAgentDashboard, type DashboardQuery } from '../api.ts';
import { AsOf } from '../as-of.tsx';
import classes from '../dashboards.module.css';
import { DashboardFrame } from '../dashboard-frame.tsx';
import { FigureTile } from '../figure-tile.tsx';
import { useDashboard } from '../use-dashboard.ts';
import { useTicketChanges } from '../use-ticket-changes.ts';
import { openMedia, openMetric } from './agent-figure-targets.ts';
import { AgentTable, CompareTable, MediaTable } from './agent-tables.tsx';
import { ContactDrawer } from './contact-drawer.tsx';

const COMPARED_MAX = 4;
const COMPARED_MIN = 2;

/** The dashboard of agents: their figures of a period and their current activity. Users who supervise nobody see their own figures only. */
export function AgentDashboardPage() {
  const { t } = useTranslation('dashboards');
  const { search, chosen, query, before, change, show, close } = useDashboard('today');
  const found = useAgentDashboard({ ...query, ...before });
  useTicketChanges(() => void found.refetch());
  const dashboard = found.data;
  const rows = dashboard?.rows ?? [];
  const compared = search.with?.split(',').map(Number) ?? [];
  return (
    <>
      <DashboardFrame
        title={t('agent.title')}
        note={dashboard && <AsOf {...dashboard} />}
        search={chosen}
        days={query}
        onChange={change}
        error={found.error}
        onRetry={() => void found.refetch()}
        tools={
          rows.length > 1 && (
            <MultiSelect
              className={`${page['screen-only']} ${classes['compare']}`}
              label={t('agent.compare')}
              placeholder={compared.length === 0 ? t('agent.compare-hint') : ''}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': t('clear') }}
              nothingFoundMessage={t('not-found')}
              maxValues={COMPARED_MAX}
              data={rows.map(({ user_id: id, name }) => ({ value: String(id), label: name }))}
              value={compared.map(String)}
              onChange={(ids) => change({ with: ids.length > 0 ? ids.join(',') : undefined })}
            />
          )
        }
      >
        {dashboard && <Figures dashboard={dashboard} search={chosen} compared={compared} show={show} />}
      </DashboardFrame>
      <OpenContacts search={search} query={query} rows={rows} onClose={close} />
    </>
  );
}

type FiguresProps = {
  dashboard: AgentDashboard;
  search: DashboardSearch;
  compared: readonly number[];
  show: (records: Partial<DashboardSearch>) => void;
};

function Figures({ dashboard, search, compared, show }: FiguresProps) {
  const { t } = useTranslation('dashboards');
  const { can } = useSession();
  const { rows, total, before } = dashboard;
  if (rows.length === 0)
    return (
      <div className={page['state']}>
        <EmptyState icon={IconUsersGroup} title={t('agent.nobody')} hint={t('agent.nobody-hint')} />
      </div>
    );
  const asked = { search, can, show };
  const opens = (metric: AgentMetric, person?: number) => openMetric(asked, metric, person);
  const beside = rows.filter(({ user_id: id }) => compared.includes(id));
  return (
    <>
      <dl className={page['tiles']}>
        {AGENT_METRICS.map((metric) => (
          <FigureTile
            key={metric}
            metric={metric}
            value={total[metric]}
            before={before?.[metric] ?? undefined}
            opens={opens(metric)}
          />
        ))}
      </dl>
      {beside.length >= COMPARED_MIN && <CompareTable rows={beside} opens={opens} />}
      <AgentTable dashboard={dashboard} opens={opens} />
      <MediaTable rows={rows} opens={(media, person) => openMedia(asked, media, person)} />
    </>
  );
}

type OpenProps = {
  search: DashboardSearch;
  query: DashboardQuery;
  rows: AgentDashboard['rows'];
  onClose: () => void;
};

function OpenContacts({ search, query, rows, onClose }: OpenProps) {
  const { t } = useTranslation('dashboards');
  const { figure, person, media } = search;
  if (figure !== 'contacts' && figure !== 'active') return null;
  const name = rows.find(({ user_id: id }) => id === person)?.name ?? t('agent.everybody');
  const asked = {
    ...query,
    user_id: person,
    media_id: mediaId.safeParse(media).data,
    ...(figure === 'active' && { active: '1' as const }),
  };
  return <ContactDrawer title={t(`agent.${figure}`, { name })} query={asked} onClose={onClose} />;
}
