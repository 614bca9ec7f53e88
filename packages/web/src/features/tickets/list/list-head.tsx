import { lazyPart } from '#shared/loading/lazy-part.ts';
import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { TicketColumn } from '@trunkline/contract';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import type { DeskChoice, Sort } from '../filters.ts';
import { TableTools } from '../table/table-tools.tsx';
import { ViewsMenu } from '../views/views-menu.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { SortMenu } from './sort-menu.tsx';
import { TakeNext } from './take-next.tsx';
import { ViewTabs } from './view-tabs.tsx';

const SidebarButton = lazyPart(() => import('./sidebar-button.tsx'));

/** A panel that the user can show or hide. */
export type PanelToggle = { isOn: boolean; set: (isOn: boolean) => void };

type Props = {
  choice: DeskChoice;
  sort: Sort;
  table: PanelToggle | undefined;
  views: PanelToggle | undefined;
  columns: readonly TicketColumn[] | undefined;
  /** The name of the saved view that is shown. */
  name: string | undefined;
  onSet: (choice: Partial<DeskChoice>) => void;
  onSort: (sort: Sort) => void;
  onCreate: () => void;
};

/** The name of the view with the tools of the list, and the tabs of its views where these have no sidebar. */
export function ListHead(props: Props) {
  const { choice, sort, table, views, columns, name, onSet, onSort, onCreate } = props;
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const hasSidebar = views?.isOn === true;
  return (
    <>
      <DeskTitle name={name ?? t(`view.${choice.view}`)}>
        {views && !hasSidebar && (
          <Suspense>
            <SidebarButton onShow={() => views.set(true)} />
          </Suspense>
        )}
        <ViewsMenu choice={choice} />
        <FilterPanel choice={choice} onSet={onSet} />
        <SortMenu value={sort} onChange={onSort} />
        {table && <TableTools isTable={table.isOn} onTable={table.set} columns={columns} />}
        <TakeNext />
        {can('TICKETS:CREATE') && (
          <ActionIcon aria-label={t('create.open')} title={`${t('create.open')} (C)`} onClick={onCreate}>
            <IconPlus size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </DeskTitle>
      {!hasSidebar && <ViewTabs current={choice.view} openTicket={choice.id} />}
    </>
  );
}

/** The name of the view as the page's title. */
function DeskTitle({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation('tickets');
  return (
    <PageTitle title={name} tab={`${name} · ${t('page.title')}`} isTight>
      {children}
    </PageTitle>
  );
}
