import type { TableLine } from '#shared/table/table-row.tsx';
import { TableRow } from '#shared/table/table-row.tsx';
import { useSortable } from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import { rowName, type ListRow } from '@trunkline/contract';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../lists.module.css';

type Sortable = Pick<ReturnType<typeof useSortable>, 'setActivatorNodeRef' | 'attributes' | 'listeners'>;
// The handle stands in a cell of the row that it moves.
const SortableRow = createContext<Sortable | null>(null);

/** A row that can be moved by its handle. */
export function MovableRow({ line, canOrder }: { line: TableLine<ListRow>; canOrder: boolean }) {
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

/** By which a row is moved, with the mouse, a finger or the keys. */
export function Grip({ row }: { row: ListRow }) {
  const { t } = useTranslation('lists');
  const sortable = use(SortableRow);
  if (!sortable) return null;
  // A button says so by itself.
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
