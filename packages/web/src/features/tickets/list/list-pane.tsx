import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Button } from '@mantine/core';
import type { Ticket, TicketColumn } from '@trunkline/contract';
import { type MouseEvent, type ReactNode, Suspense, useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { sourceOf } from '#shared/table/row-source.ts';
import { RowStates } from '#shared/table/row-states.tsx';
import { useTicketList } from '../api.ts';
import { BULK_RIGHTS } from '../bulk/bulk-rights.ts';
import {
  countFilters,
  type DeskChoice,
  filterOf,
  type ListFilter,
  searchEverywhere,
  withoutFilters,
} from '../filters.ts';
import { useDesk } from '../page/use-desk.ts';
import { useViews } from '../views/api.ts';
import { isSameSearch, searchOf } from '../views/view-search.ts';
import { rowsOf } from '../timeline/window.ts';
import { FilterChips } from './filter-chips.tsx';
import { ListHead, type PanelToggle } from './list-head.tsx';
import { OfflineHint } from './offline-hint.tsx';
import { SearchBox } from './search-box.tsx';
import { TicketList } from './rows/ticket-list.tsx';
import { useNextWhenGone } from './use-next-when-gone.ts';
import { useSearchRefresh } from './use-search-refresh.ts';
import { type Selection, useSelection } from '#shared/table/use-selection.ts';
import classes from './list-pane.module.css';

const DraftFeed = lazyPart(() => import('../marks/lazy.ts').then((later) => ({ default: later.DraftFeed })));
const QueueLine = lazyPart(() => import('../queue/queue-line.tsx'));
const BulkStrip = lazyPart(() =>
  import('../bulk/bulk-strip.tsx').then((later) => ({ default: later.BulkStrip })),
);
const BulkBar = lazyPart(() => import('../bulk/bulk-bar.tsx'));

type Props = {
  onCreate: () => void;
  /** Undefined where the screen is too narrow for a table. */
  table: PanelToggle | undefined;
  /** The sidebar of views; undefined where the screen has no room for it. */
  views: PanelToggle | undefined;
};

/** The list of tickets with its views, filters and search. */
export function ListPane({ onCreate, table, views }: Props) {
  const { t } = useTranslation('tickets');
  const { can, user } = useSession();
  const { choice, search, change, set } = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const levelSort = useViews().data?.settings.sort ?? undefined;
  const filter = useMemo(() => filterOf(choice, levelSort), [choice, levelSort]);
  const listKey = JSON.stringify(filter);
  useTopic('tickets');
  const list = useTicketList(filter, user.id);
  useSearchRefresh(filter, user.id);
  const rows = useMemo(() => (list.data ? rowsOf(list.data, filter.sort) : []), [list.data, filter]);
  const source = sourceOf(list, rows);
  const selection = useSelection(listKey);
  const isTable = table?.isOn === true;
  const canBulk = BULK_RIGHTS.some((right) => can(right));
  const { columns, name } = useShownView(choice);
  useNextWhenGone({ rows, openId: choice.id, onOpen: (id) => change({ id }) });
  useShortcuts([
    { key: '/', description: t('keys.search'), group: t('keys.group'), run: () => input.current?.focus() },
    // While rows are selected, Escape clears the selection first.
    ...(selection.isAny
      ? [{ key: 'Escape', description: t('bulk.clear'), group: t('keys.group'), run: selection.clear }]
      : []),
  ]);

  return (
    <>
      <ListHead
        {...{ choice, table, views, columns, name, onCreate }}
        sort={filter.sort}
        onSet={set}
        onSort={(sort) => change({ sort })}
      />
      <ListTools selection={selection} rows={rows} hasMore={list.hasNextPage} filter={filter}>
        <SearchBox
          value={choice.q ?? ''}
          onChange={(q) => change({ q: q || undefined }, true)}
          inputRef={input}
        />
      </ListTools>
      <OfflineHint />
      <Suspense>
        <DraftFeed />
        {can('TICKETS:REPLY') && <QueueLine />}
      </Suspense>
      <FilterChips choice={choice} onSet={set} />
      <Suspense>{canBulk && <BulkStrip selection={selection} />}</Suspense>
      <RowStates
        source={source}
        rowHeight={60}
        empty={<NoTickets choice={choice} onSet={set} onCreate={onCreate} searchBox={input} />}
      >
        <TicketList
          source={source}
          listKey={listKey}
          search={search}
          openId={choice.id}
          onOpen={(id) => change({ id })}
          selection={canBulk ? selection : null}
          columns={isTable ? columns : undefined}
          sort={filter.sort}
          onSort={(sort) => change({ sort })}
        />
      </RowStates>
    </>
  );
}

type ToolsProps = {
  selection: Selection;
  rows: readonly Ticket[];
  hasMore: boolean;
  filter: ListFilter;
  children: ReactNode;
};

/** Shows the search, or the actions while rows are selected. */
function ListTools({ children, ...bulk }: ToolsProps) {
  if (!bulk.selection.isAny) return <div className={classes['tools']}>{children}</div>;
  return (
    <Suspense fallback={<div className={classes['tools']} />}>
      <BulkBar {...bulk} />
    </Suspense>
  );
}

/** Returns the name of the saved view that is shown and its columns, otherwise the user's own columns. */
function useShownView(choice: DeskChoice): {
  name: string | undefined;
  columns: readonly TicketColumn[] | undefined;
} {
  const { data } = useViews();
  const current = searchOf(choice);
  const view = data?.views.find(({ search }) => isSameSearch(search, current));
  return { name: view?.name, columns: view?.columns ?? data?.settings.columns };
}

type NoTicketsProps = {
  searchBox: RefObject<HTMLInputElement | null>;
  choice: DeskChoice;
  onSet: (choice: Partial<DeskChoice>) => void;
  onCreate: () => void;
};

function NoTickets({ choice, onSet, onCreate, searchBox }: NoTicketsProps) {
  const { t } = useTranslation('tickets');
  const narrowed = countFilters(choice) > 0 || choice.q !== undefined;
  const kind = narrowed ? 'filter' : choice.view;
  const next = {
    filter: () => onSet({ ...withoutFilters(choice), q: undefined }),
    mine: () => onSet({ view: 'unassigned' }),
    unassigned: () => onSet({ view: 'open' }),
    waiting: () => onSet({ view: 'open' }),
    snoozed: () => onSet({ view: 'mine' }),
    solved: () => onSet({ view: 'open' }),
    drafts: () => onSet({ view: 'mine' }),
    unsent: () => onSet({ view: 'mine' }),
    open: onCreate,
  }[kind];
  const everywhere = searchEverywhere(choice);
  // The buttons go with the empty list. A key's press leaves the focus beside it; on a phone the field would open the keyboard.
  const stay = ({ detail }: MouseEvent) => {
    if (kind !== 'open' && detail === 0) searchBox.current?.focus();
  };
  return (
    <EmptyState title={t(`empty.${kind}.title`)} hint={t(`empty.${kind}.text`)}>
      {everywhere && (
        <Button
          onClick={(event) => {
            onSet(everywhere);
            stay(event);
          }}
        >
          {t('empty.filter.everywhere')}
        </Button>
      )}
      <Button
        variant="default"
        onClick={(event) => {
          next();
          stay(event);
        }}
      >
        {t(`empty.${kind}.action`)}
      </Button>
    </EmptyState>
  );
}
