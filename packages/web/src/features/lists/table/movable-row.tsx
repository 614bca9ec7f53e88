import type { TableRowData } from '#shared/table/table-row.tsx';
import { TableRow } from '#shared/table/table-row.tsx';
import { useSortable } from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import { rowName, type ListRow } from '@trunkline/contract';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../lists.module.css';

type Sortable = Pick<ReturnType<typeof useSortable>, 'setActivatorNodeRef' | 'attributes' | 'listeners'>;
// Passes the drag state of a row to the handle in one of its cells.
const SortableRow = createContext<Sortable | null>(null);

/** A row that can be dragged by its handle. */
export function MovableRow({ line, canOrder }: { line: TableRowData<ListRow>; canOrder: boolean }) {
  const sortable = useSortable({ id: line.row.id, disabled: !canOrder });
  const { setNodeRef, transform, transition, isDragging } = sortable;
  return (
    <SortableRow value={canOrder ? sortable : null}>
      <TableRow
        line={line}
        ref={setNodeRef}
        isDragged={isDragging}
        style={{
          ...(transform && { transform: `translateY(${transform.y}px)` }),
          ...(transition && { transition }),
        }}
      />
    </SortableRow>
  );
}

/** The handle of a row, for mouse, touch and keyboard. */
export function DragHandle({ row }: { row: ListRow }) {
  const { t } = useTranslation('lists');
  const sortable = use(SortableRow);
  if (!sortable) return null;
  // Dropped, because a button element has this role already.
  const { role: _role, ...handle } = sortable.attributes;
  return (
    <button
      type="button"
      className={classes['grip']}
      ref={sortable.setActivatorNodeRef}
      {...handle}
      {...sortable.listeners}
      aria-label={t('drag.handle', { name: rowName(row) })}
    >
      <IconGripVertical size={16} stroke={1.75} aria-hidden />
    </button>
  );
}
