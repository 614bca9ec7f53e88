import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { useShortcuts } from '#shared/lib/shortcuts.ts';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { Skeletons } from '#shared/ui/skeletons.tsx';
import { useTicketList } from '../api.ts';
import { countFilters, type DeskChoice, filterOf, withoutFilters } from '../filters.ts';
import { useDesk } from '../use-desk.ts';
import { rowsOf } from '../window.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { OfflineHint } from './offline-hint.tsx';
import { SearchBox } from './search-box.tsx';
import { SortMenu } from './sort-menu.tsx';
import { TicketList } from './ticket-list.tsx';
import { useSearchRefresh } from './use-search-refresh.ts';
import { ViewTabs } from './view-tabs.tsx';
import classes from './list-pane.module.css';

/** The list of tickets with its views, filters and search. */
export function ListPane({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('tickets');
  const { can, user } = useSession();
  const { choice, search, change, set } = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const filter = useMemo(() => filterOf(choice), [choice]);
  useTopic('tickets');
  const list = useTicketList(filter, user.id);
  useSearchRefresh(filter, user.id);
  const rows = useMemo(() => (list.data ? rowsOf(list.data, filter.sort) : []), [list.data, filter]);
  useShortcuts([
    { key: '/', description: t('keys.search'), group: t('keys.group'), run: () => input.current?.focus() },
  ]);

  return (
    <>
      <PageTitle title={t('page.title')}>
        <FilterPanel choice={choice} onSet={set} />
        <SortMenu value={filter.sort} onChange={(sort) => change({ sort })} />
        {can('TICKETS:CREATE') && (
          <ActionIcon aria-label={t('create.open')} title={`${t('create.open')} (C)`} onClick={onCreate}>
            <IconPlus size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </PageTitle>
      <ViewTabs current={choice.view} openTicket={choice.id} />
      <div className={classes['tools']}>
        <SearchBox
          value={choice.q ?? ''}
          onChange={(q) => change({ q: q || undefined }, true)}
          inputRef={input}
        />
      </div>
      <OfflineHint />
      <FilterChips choice={choice} onSet={set} />
      {list.isPending && <Skeletons rows={10} height={60} />}
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && <NoTickets choice={choice} onSet={set} onCreate={onCreate} />}
      {rows.length > 0 && (
        <TicketList
          live={rows}
          listKey={JSON.stringify(filter)}
          search={search}
          openId={choice.id}
          hasMore={list.hasNextPage}
          onMore={() => void (list.isFetchingNextPage || list.isFetchNextPageError || list.fetchNextPage())}
          onOpen={(id) => change({ id })}
        />
      )}
    </>
  );
}

type NoTicketsProps = {
  choice: DeskChoice;
  onSet: (choice: Partial<DeskChoice>) => void;
  onCreate: () => void;
};

function NoTickets({ choice, onSet, onCreate }: NoTicketsProps) {
  const { t } = useTranslation('tickets');
  const narrowed = countFilters(choice) > 0 || choice.q !== undefined;
  const kind = narrowed ? 'filter' : choice.view;
  const next = {
    filter: () => onSet({ ...withoutFilters(choice), q: undefined }),
    mine: () => onSet({ view: 'unassigned' }),
    unassigned: () => onSet({ view: 'open' }),
    waiting: () => onSet({ view: 'open' }),
    solved: () => onSet({ view: 'open' }),
    open: onCreate,
  }[kind];
  return (
    <EmptyState title={t(`empty.${kind}.title`)} hint={t(`empty.${kind}.text`)}>
      <Button variant="default" onClick={next}>
        {t(`empty.${kind}.action`)}
      </Button>
    </EmptyState>
  );
}
