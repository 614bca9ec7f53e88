import type { ListSearch } from '#shared/lib/search/list-search.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { List } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { useRows } from '../api.ts';
import { ListHead } from './list-head.tsx';
import { ListRowLine } from './list-row.tsx';
import type { ListView } from '../list-view.ts';
import classes from '../lists.module.css';
import { NoRows } from './no-rows.tsx';
import type { ListActions } from '../use-list-actions.ts';
import { useRowDrag } from './use-row-drag.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

type Props = {
  list: List;
  view: ListView;
  rows: ReturnType<typeof useRows>;
  openId: number | undefined;
  /** Null where nothing may be changed. */
  chosen: ReadonlySet<number> | null;
  actions: ListActions;
  onChoose: (chosen: ReadonlySet<number>) => void;
  onChange: (patch: { [K in keyof ListSearch]: ListSearch[K] | undefined }) => void;
  onHistory: (id: number) => void;
  onRuns: ((id: number) => void) | undefined;
  onNew: () => void;
};

const ROW = 40;
const TALL_ROW = 60;

/** The rows as a table that draws only those in sight and fetches the next ones in time. */
export function ListTable({
  list,
  view,
  rows: query,
  openId,
  chosen,
  actions,
  onChoose,
  onChange,
  onHistory,
  onRuns,
  onNew,
}: Props) {
  const { t } = useTranslation('lists');
  const narrow = useNarrow();
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  const canOrder = chosen !== null && view.sort === 'position';
  const drag = useRowDrag(rows, (row, after) => void actions.move(row, after));
  const dragged = rows.findIndex(({ id }) => id === drag.activeId);
  const height = narrow ? TALL_ROW : ROW;
  const { scroller, visible, totalHeight, focus } = useVirtualRows({
    query,
    count: rows.length,
    height,
    dragged,
  });
  useRowKeys({
    rows,
    openId,
    isDragging: drag.activeId !== null,
    onFocus: focus,
    ...(chosen && { onChoose: (id) => onChoose(toggled(chosen, id)) }),
    ...(canOrder && { onMove: (row, after) => void actions.move(row, after) }),
  });

  const canEdit = chosen !== null;
  if (rows.length === 0)
    return <NoRows kind={list.kind} query={query} {...{ view, height, canEdit, onChange, onNew }} />;
  // What the library says aloud stands beside the table: a table holds rows only.
  return (
    <DndContext {...drag.context}>
      <div
        role="table"
        aria-label={t(`list.${list.kind}.title`)}
        aria-rowcount={(query.data?.pages[0]?.total ?? rows.length) + 1}
        className={classes['table']}
      >
        {!narrow && (
          <ListHead
            list={list}
            view={view}
            rows={rows}
            chosen={chosen}
            onChoose={onChoose}
            onChange={onChange}
          />
        )}
        <div
          ref={scroller}
          role="rowgroup"
          className={classes['scroller']}
          data-stale={query.isPlaceholderData || undefined}
        >
          <SortableContext
            items={rows.map(({ id }) => id)}
            strategy={verticalListSortingStrategy}
            disabled={!canOrder}
          >
            <div role="presentation" style={{ height: totalHeight, position: 'relative' }}>
              {visible.map((item) => {
                const row = rows[item.index];
                if (!row) return null;
                return (
                  <ListRowLine
                    key={row.id}
                    list={list}
                    row={row}
                    index={item.index}
                    top={item.start}
                    isOpen={row.id === openId}
                    canOrder={canOrder}
                    isChosen={chosen?.has(row.id) ?? null}
                    actions={actions}
                    onHistory={onHistory}
                    onRuns={onRuns}
                    onChoose={() => chosen && onChoose(toggled(chosen, row.id))}
                  />
                );
              })}
            </div>
          </SortableContext>
        </div>
      </div>
    </DndContext>
  );
}

const toggled = (chosen: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  chosen.has(id) ? new Set([...chosen].filter((other) => other !== id)) : new Set([...chosen, id]);
