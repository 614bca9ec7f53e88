import { HeldKeys, lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { lazyPart } from '#shared/loading/lazy-part.ts';
import { type SearchPatch, useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { useSession } from '#shared/api/session.ts';
import { readListSearch, type ListSearch } from '#shared/lib/search/list-search.ts';
import { number } from '#shared/lib/format.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useSelection } from '#shared/table/use-selection.ts';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { SearchField } from '#shared/ui/layout/search-field.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { LISTS, MODULES, type SettingsList, type ListKind, type ListRow } from '@trunkline/contract';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRow, useRows } from './api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ListTable } from './table/list-table.tsx';
import { ListTools } from './list-tools.tsx';
import { viewOf } from './list-view.ts';
import classes from './lists.module.css';
import { TemplatesNav } from './provider-templates/templates-nav.tsx';
import { RowDrawer } from './row/row-drawer.tsx';
import { useListActions, type ListActions } from './use-list-actions.ts';
import { useListKeys } from './use-list-keys.ts';

const HistoryDrawer = lazyOverlay(() =>
  import('./history-drawer.tsx').then((module) => ({ default: module.HistoryDrawer })),
);
const ImportDialog = lazyOverlay(() =>
  import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

const RunsDrawer = lazyOverlay(() =>
  import('./rules/runs-drawer.tsx').then((module) => ({ default: module.RunsDrawer })),
);

const MergeDialog = lazyOverlay(() =>
  import('./departments/merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })),
);

const CalendarDialog = lazyOverlay(() =>
  import('./calendar-dialog.tsx').then((module) => ({ default: module.CalendarDialog })),
);

const ProviderTemplates = lazyPart(() =>
  import('./provider-templates/templates-page.tsx').then((module) => ({ default: module.TemplatesPage })),
);

const BY_LINK = new Map(
  Object.values(LISTS).map((list) => [MODULES.find(({ code }) => code === list.module)?.link, list]),
);

/** The settings list that the address names. */
export function ListPage() {
  const { pathname, search } = useLocation();
  const list = BY_LINK.get(pathname.replace(/\/$/, ''));
  if (list?.kind === 'templates' && readListSearch(search).part)
    return (
      <Suspense fallback={<Skeletons rows={10} height={40} />}>
        <ProviderTemplates />
      </Suspense>
    );
  // Always defined, because the routes have no other addresses.
  return list ? <OneList key={list.kind} list={list} /> : null;
}

/** What is open over the list: `history` of one row or of the whole list, `runs` of one rule or of all, `merge` of one department. */
type OpenOverlay =
  | 'new'
  | 'import'
  | 'calendar'
  | { history: number | undefined }
  | { runs: number | undefined }
  | { merge: ListRow }
  | null;

function OneList({ list }: { list: SettingsList }) {
  const { t } = useTranslation('lists');
  const { can } = useSession();
  const narrow = useNarrow();
  const { kind } = list;
  const canEdit = can(`${list.module}:EDIT`);
  const { search, view, change } = useAddress(list);
  const [over, setOver] = useState<OpenOverlay>(null);
  // The selection survives a search, so that more rows can be added to it.
  const selection = useSelection(kind);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRows(kind, view);
  const open = useRow(kind, search.id);
  const actions = useListActions(kind, view);
  useListKeys({
    canEdit,
    onSearch: () => field.current?.focus(),
    onNew: () => setOver('new'),
    onHistory: () => setOver({ history: undefined }),
    onUndo: () => void actions.undo(),
  });
  const close = () => {
    setOver(null);
    if (search.id !== undefined) change({ id: undefined });
  };
  const searchField = (
    <SearchField
      className={classes['search']}
      words={{ search: t('search'), clear: t('clear-search') }}
      ref={field}
      value={view.q}
      onChange={(q) => change({ q: q || undefined })}
    />
  );
  const total = rows.data?.pages[0]?.total;
  return (
    <div className={classes['page']}>
      <PageTitle title={t(`list.${kind}.title`)} note={total === undefined ? undefined : number(total)}>
        {!narrow && searchField}
        {canEdit && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setOver('new')}>
            {t(`list.${kind}.new`)}
          </Button>
        )}
      </PageTitle>
      {kind === 'templates' && <TemplatesNav />}
      {narrow && <div className={classes['under']}>{searchField}</div>}
      {selection.isAny ? (
        <BulkBar
          count={selection.ids.size}
          onClear={selection.clear}
          onSetActive={async (isActive) => {
            const isDone = await actions.setActive(
              [...selection.ids].map((id) => ({ id })),
              isActive,
            );
            if (isDone) selection.clear();
          }}
        />
      ) : (
        <ListTools
          list={list}
          view={view}
          canEdit={canEdit}
          onChange={change}
          onHistory={() => setOver({ history: undefined })}
          onImport={() => setOver('import')}
          onRuns={kind === 'automation' ? () => setOver({ runs: undefined }) : undefined}
          onCalendar={kind === 'holidays' ? () => setOver('calendar') : undefined}
        />
      )}
      <ListTable
        list={list}
        view={view}
        rows={rows}
        openId={search.id}
        selection={canEdit ? selection : null}
        actions={actions}
        onChange={change}
        onHistory={(id) => setOver({ history: id })}
        {...rowActionsOf(kind, can('USERS:EDIT'), setOver)}
        onNew={() => setOver('new')}
      />
      <Overlays
        list={list}
        over={over}
        open={search.id === undefined ? null : (open.data ?? null)}
        isOpening={open.isLoading}
        within={view.within}
        canEdit={canEdit}
        actions={actions}
        onClose={close}
      />
    </div>
  );
}

/** What a row of this list offers besides what every list has. */
function rowActionsOf(kind: ListKind, mayMerge: boolean, setOver: (over: OpenOverlay) => void) {
  return {
    onRuns: kind === 'automation' ? (id: number) => setOver({ runs: id }) : undefined,
    onMerge: kind === 'departments' && mayMerge ? (row: ListRow) => setOver({ merge: row }) : undefined,
  };
}

type OverlayProps = {
  list: SettingsList;
  over: OpenOverlay;
  open: ListRow | null;
  /** Whether the row that the address names is being loaded. */
  isOpening: boolean;
  within: number | undefined;
  canEdit: boolean;
  actions: ListActions;
  onClose: () => void;
};

/** The drawer or dialog over the list: a row, a new row, the history, or an import. */
function Overlays({ over, open, isOpening, within, ...rest }: OverlayProps) {
  if (over === 'new') return <RowDrawer key="new" row={null} within={within} {...rest} />;
  if (over === null && open) return <RowDrawer key={open.id} row={open} within={within} {...rest} />;
  if (over === null) return isOpening && <HeldKeys onEscape={rest.onClose} />;
  if (over === 'import') return <ImportDialog {...rest} />;
  if (over === 'calendar') return <CalendarDialog {...rest} />;
  if ('runs' in over) return <RunsDrawer rule={over.runs} onClose={rest.onClose} />;
  if ('merge' in over) return <MergeDialog row={over.merge} onClose={rest.onClose} />;
  return <HistoryDrawer row={over.history} {...rest} />;
}

/** Returns the parameters in the address and the function that changes them. */
function useAddress(list: SettingsList) {
  const search = useLocation({ select: (location) => readListSearch(location.search) });
  const patchSearch = useSearchPatch<ListSearch>();
  return {
    search,
    view: viewOf(list, search),
    change: (patch: SearchPatch<ListSearch>) => patchSearch(patch, { replace: !('id' in patch) }),
  };
}
