import { useSession } from '#shared/api/session.ts';
import { dayIn, daysBefore, daysOf } from '@trunkline/contract';
import { clockTime, minuteTime } from '#shared/lib/format.ts';
import { readDashboardSearch, type DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { TICKET_RECORD_FIGURES, type TicketDashboard, type TicketRecordFigure } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTicketDashboard, type DashboardQuery } from '../api.ts';
import { DashboardFrame, type Change } from '../dashboard-frame.tsx';
import type { Opens } from '../figure-tile.tsx';
import { useTicketNews } from '../use-ticket-news.ts';
import { deskAddresses } from './desk-address.ts';
import { OldestTickets } from './oldest-tickets.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { TicketCharts } from './ticket-charts.tsx';
import { TicketParts } from './ticket-parts.tsx';
import { TicketTiles, type TicketMetric } from './ticket-tiles.tsx';

const MINUTE_MS = 60_000;

/** Tickets of a range and of this moment; every figure leads to the tickets that it counts. `above`: what has to be done first. */
export function TicketDashboardPage({ above }: { above?: ReactNode }) {
  const { t } = useTranslation('dashboards');
  const navigate = useNavigate();
  const search = readDashboardSearch(useLocation().search);
  const chosen: DashboardSearch = { ...search, range: search.range ?? 'today' };
  const today = dayIn(timeZoneStore.get(), useNow(MINUTE_MS));
  const days = daysOf(chosen, today);
  const before = daysBefore(chosen, today);
  const query = { from: days.from, until: days.to, department_id: search.department };
  const found = useTicketDashboard({ ...query, before_from: before.from, before_until: before.to });
  useTicketNews(() => void found.refetch());
  const change: Change = (patch) =>
    void navigate({ to: '.', search: { ...search, ...patch } as never, replace: true });
  const dashboard = found.data;
  return (
    <>
      <DashboardFrame
        title={t('tickets')}
        note={dashboard && <AsOf dashboard={dashboard} />}
        search={chosen}
        onChange={change}
        error={found.error}
        onRetry={() => void found.refetch()}
      >
        {dashboard && (
          <>
            {above}
            <Figures dashboard={dashboard} search={search} />
          </>
        )}
      </DashboardFrame>
      <OpenRecords search={search} query={query} onClose={() => change(NOTHING_OPEN)} />
    </>
  );
}

const NOTHING_OPEN = { figure: undefined, day: undefined, weekday: undefined, hour: undefined };

function AsOf({ dashboard }: { dashboard: TicketDashboard }) {
  const { t } = useTranslation('dashboards');
  const { at, time_zone: zone, before_ends_at: before } = dashboard;
  return before
    ? t('as-of-compared', { time: clockTime(at), zone, before: minuteTime(before) })
    : t('as-of', { time: clockTime(at), zone });
}

/** Which tickets stand behind a figure where a list of the desk can't name them. */
const RECORDS: Partial<Record<TicketMetric, TicketRecordFigure>> = {
  tickets_solved: 'solved',
  tickets_reopened: 'reopened',
  reopen_share: 'reopened_later',
  backlog_start: 'backlog_start',
  reopenings: 'reopened',
  solutions: 'solved',
  tickets_merged: 'merged',
  backlog_end: 'backlog',
  ticket_first_reply_median_seconds: 'first_reply',
  ticket_first_reply_p90_seconds: 'first_reply',
  first_reply_sla_share: 'first_reply_missed',
  resolution_median_seconds: 'resolution',
  resolution_p90_seconds: 'resolution',
  resolution_sla_share: 'resolution_missed',
};

function Figures({ dashboard, search }: { dashboard: TicketDashboard; search: DashboardSearch }) {
  const { can } = useSession();
  const navigate = useNavigate();
  const desk = deskAddresses(search.department);
  const span = { from: dashboard.starts_at, until: dashboard.ends_at };
  const show = (more: Partial<DashboardSearch>) =>
    void navigate({ to: '.', search: { ...search, ...NOTHING_OPEN, ...more } as never });
  const inDesk = {
    tickets_open: desk.open,
    tickets_waiting: desk.waiting,
    tickets_unassigned: desk.unassigned,
    tickets_overdue: desk.overdue,
    tickets_created: desk.created(span),
  };
  function opens(metric: TicketMetric): Opens {
    const figure = RECORDS[metric];
    if (figure) return { show: () => show({ figure }) };
    return can('TICKETS:VIEW') && metric in inDesk
      ? { desk: inDesk[metric as keyof typeof inDesk] }
      : undefined;
  }
  return (
    <>
      <TicketTiles dashboard={dashboard} opens={opens} />
      <TicketCharts dashboard={dashboard} onOpen={show} />
      <TicketParts
        parts={dashboard.parts}
        opens={(part, id) => (can('TICKETS:VIEW') ? { desk: desk.created(span, { part, id }) } : undefined)}
      />
      <OldestTickets oldest={dashboard.oldest} />
    </>
  );
}

type OpenProps = { search: DashboardSearch; query: DashboardQuery; onClose: () => void };

function OpenRecords({ search, query, onClose }: OpenProps) {
  const figure = TICKET_RECORD_FIGURES.find((each) => each === search.figure);
  if (!figure) return null;
  const { day, weekday, hour } = search;
  const days = day === undefined ? query : { ...query, from: day, until: day };
  return <RecordDrawer query={{ ...days, figure, weekday, hour }} onClose={onClose} />;
}
