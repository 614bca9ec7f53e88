import { useSession } from '#shared/api/session.ts';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import { filtersOf } from '#shared/filters/figure-query.ts';
import {
  type ReportFilter,
  TICKET_RECORD_FIGURES,
  type TicketDashboard,
  type TicketRecordFigure,
} from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTicketDashboard, type RecordsQuery } from '../api.ts';
import { AsOf } from '../as-of.tsx';
import { DashboardFrame } from '../dashboard-frame.tsx';
import classes from '../dashboards.module.css';
import type { FigureTarget } from '../figure-tile.tsx';
import { useDashboard } from '../use-dashboard.ts';
import { useTicketChanges } from '../use-ticket-changes.ts';
import { deskAddresses } from './desk-address.ts';
import { OldestTickets } from './oldest-tickets.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { TicketCharts } from './ticket-charts.tsx';
import { TicketAges, TicketParts } from './ticket-parts.tsx';
import { TicketTiles, type TicketMetric } from './ticket-tiles.tsx';

const FILTERS: readonly ReportFilter[] = ['department_id', 'user_id', 'where'];

/**
 * The dashboard of tickets, of a period and of now; every figure has a link to its tickets. `above` is shown first,
 * such as the setup steps of a new workspace.
 */
export function TicketDashboardPage({ above }: { above?: ReactNode }) {
  const { t } = useTranslation('dashboards');
  const { search, chosen, query, before, change, show, close } = useDashboard('today');
  const asked = { ...query, ...filtersOf(FILTERS, search) };
  const found = useTicketDashboard({ ...asked, ...before });
  useTicketChanges(() => void found.refetch());
  const dashboard = found.data;
  return (
    <>
      <DashboardFrame
        title={t('tickets')}
        note={dashboard && <AsOf {...dashboard} />}
        search={chosen}
        days={query}
        filters={FILTERS}
        onChange={change}
        error={found.error}
        onRetry={() => void found.refetch()}
      >
        {dashboard && (
          <>
            {above && <div className={classes['above']}>{above}</div>}
            <Figures dashboard={dashboard} search={search} range={query} show={show} />
          </>
        )}
      </DashboardFrame>
      <OpenRecords search={search} query={asked} onClose={close} />
    </>
  );
}

/** Figures whose tickets no ticket list can show, with the records to open instead. */
const RECORDS: Partial<Record<TicketMetric, TicketRecordFigure>> = {
  tickets_solved: 'solved',
  tickets_reopened: 'reopened',
  reopen_ratio: 'reopened_later',
  backlog_start: 'backlog_start',
  reopenings: 'reopened',
  solutions: 'solved',
  tickets_merged: 'merged',
  backlog_end: 'backlog',
  ticket_first_reply_median_seconds: 'first_reply',
  ticket_first_reply_p90_seconds: 'first_reply',
  first_reply_sla_ratio: 'first_reply_missed',
  resolution_median_seconds: 'resolution',
  resolution_p90_seconds: 'resolution',
  resolution_sla_ratio: 'resolution_missed',
};

type FiguresProps = {
  dashboard: TicketDashboard;
  search: DashboardSearch;
  range: { from: string; until: string };
  show: (records: Partial<DashboardSearch>) => void;
};

function Figures({ dashboard, search, range, show }: FiguresProps) {
  const { can } = useSession();
  const desk = deskAddresses(search);
  const span = { from: dashboard.starts_at, until: dashboard.ends_at };
  const inDesk = {
    tickets_open: desk.open,
    tickets_waiting: desk.waiting,
    tickets_unassigned: desk.unassigned,
    tickets_overdue: desk.overdue,
    tickets_created: desk.created(span),
  };
  function opens(metric: TicketMetric): FigureTarget {
    const figure = RECORDS[metric];
    if (figure) return { show: () => show({ figure }) };
    return can('TICKETS:VIEW') && metric in inDesk
      ? { desk: inDesk[metric as keyof typeof inDesk] }
      : undefined;
  }
  return (
    <>
      <TicketTiles dashboard={dashboard} opens={opens} />
      <TicketCharts dashboard={dashboard} range={range} onOpen={show} />
      <TicketParts
        parts={dashboard.parts}
        opens={(part, id) => (can('TICKETS:VIEW') ? { desk: desk.created(span, { part, id }) } : undefined)}
      />
      <TicketAges
        ages={dashboard.ages}
        opens={(span) => (can('TICKETS:VIEW') ? { desk: desk.openSince(span) } : undefined)}
      />
      <OldestTickets oldest={dashboard.oldest} />
    </>
  );
}

type OpenProps = { search: DashboardSearch; query: Omit<RecordsQuery, 'figure'>; onClose: () => void };

function OpenRecords({ search, query, onClose }: OpenProps) {
  const figure = TICKET_RECORD_FIGURES.find((each) => each === search.figure);
  if (!figure) return null;
  const { day, last, weekday, hour } = search;
  const days = day === undefined ? query : { ...query, from: day, until: last ?? day };
  return <RecordDrawer query={{ ...days, figure, weekday, hour }} onClose={onClose} />;
}
