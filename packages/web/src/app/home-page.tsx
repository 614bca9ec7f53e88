import { ChecklistPage, SetupNotice } from '#features/first-run/pages.ts';
import { TicketDashboardPage } from '#features/dashboards/pages.ts';
import { useSession } from '#shared/api/session.ts';
import { setupQuery } from '#shared/api/setup.ts';
import { readDashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Shows the setup steps of a new workspace, or the ticket dashboard once they are done, hidden, or the address names a period. */
export function HomePage(): ReactNode {
  const { can } = useSession();
  const { data: setup } = useQuery({ ...setupQuery, enabled: can('CONFIG_APP:EDIT') });
  const isAsked = Object.keys(readDashboardSearch(useLocation().search)).length > 0;
  const canSee = can('DASHBOARD_TICKET:VIEW');
  return canSee && (isAsked || !setup?.is_open) ? (
    <TicketDashboardPage above={setup?.is_open && <SetupNotice setup={setup} />} />
  ) : (
    <ChecklistPage />
  );
}
