import type { ListSearch } from '#shared/lib/search/list-search.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { DataTable } from '#shared/table/data-table.tsx';
import { sourceOf } from '#shared/table/row-source.ts';
import { RowStates } from '#shared/table/row-states.tsx';
import { useRowWindow } from '#shared/table/use-row-window.ts';
import type { Selection } from '#shared/table/use-selection.ts';
import { DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { SettingsList, ListRow } from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { useRows } from '../api.ts';
import type { ListView } from '../list-view.ts';
import { MovableRow } from './movable-row.tsx';
import { NoRows } from './no-rows.tsx';
import type { ListActions } from '../use-list-actions.ts';
import { useListColumns } from '../use-list-columns.tsx';
import { useRowDrag } from './use-row-drag.ts';
import { useRowMoves } from './use-row-moves.ts';

type Props = {
  list: SettingsList;
  view: ListView;
  rows: ReturnType<typeof useRows>;
  openId: number | undefined;
  /** Null for users who may only view. */
  selection: Selection | null;
  actions: ListActions;
  onChange: (patch: { [K in keyof ListSearch]: ListSearch[K] | undefined }) => void;
  onHistory: (id: number) => void;
  onRuns: ((id: number) => void) | undefined;
  onMerge: ((row: ListRow) => void) | undefined;
  onNew: () => void;
};

const ROW = 40;
const TALL_ROW = 60;
const rowHeight = () => ROW;
const tallHeight = () => TALL_ROW;
const versionOf = ({ version }: ListRow) => version;
const rowStyleOf = (row: ListRow) => ({ isOff: !row.is_active });

/** The rows as a table, whose own order is changed by dragging. */
export function ListTable(props: Props) {
  const { list, view, rows: query, openId, selection, actions, onChange, onNew } = props;
  const { t } = useTranslation('lists');
  const narrow = useNarrow();
  const live = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]);
  const source = sourceOf(query, live, query.data?.pages[0]?.total);
  const canEdit = selection !== null;
  const canOrder = canEdit && view.sort === 'position';
  const move = (row: ListRow, after: number | null) => void actions.move(row, after);
  const drag = useRowDrag(move);
  const window = useRowWindow({
    source,
    listKey: `lists ${list.kind} ${JSON.stringify(view)}`,
    changes: actions.changes,
    heightOf: narrow ? tallHeight : rowHeight,
    hasHead: !narrow,
    freshOf: versionOf,
    openId,
    selection,
    draggedId: drag.activeId,
    words: {
      group: t('keys.group'),
      next: t('keys.next'),
      previous: t('keys.previous'),
      select: t('keys.choose'),
    },
  });
  const { rows } = window;
  useRowMoves({ window, isDragging: drag.activeId !== null, onMove: canOrder ? move : undefined });
  const columns = useListColumns({ ...props, rows });
  // The drag library's live region is placed beside the table, because a table may contain only rows.
  return (
    <RowStates
      source={source}
      rowHeight={narrow ? TALL_ROW : ROW}
      empty={<NoRows kind={list.kind} {...{ view, canEdit, onChange, onNew }} />}
    >
      <DndContext {...drag.contextOf(rows)}>
        <SortableContext
          items={rows.map(({ id }) => id)}
          strategy={verticalListSortingStrategy}
          disabled={!canOrder}
        >
          <DataTable
            window={window}
            label={t(`list.${list.kind}.title`)}
            columns={columns}
            hasHead={!narrow}
            isLined={narrow}
            lookOf={rowStyleOf}
          >
            {(line) => <MovableRow key={line.row.id} line={line} canOrder={canOrder} />}
          </DataTable>
        </SortableContext>
      </DndContext>
    </RowStates>
  );
}
