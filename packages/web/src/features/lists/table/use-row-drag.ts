import {
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type DragStartEvent,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { rowName, type ListRow } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { predecessorFor } from '../list-view.ts';

const START_AFTER_PX = 4;

/** Reorders rows by mouse, touch or keyboard, and announces positions to screen readers. */
export function useRowDrag(onMove: (row: ListRow, after: number | null) => void) {
  const { t } = useTranslation('lists');
  const hasLeft = useRef(false);
  const [activeId, setActiveId] = useState<number | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: START_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  function wordsOf(rows: readonly ListRow[]): Announcements {
    const place = (id: unknown) => rows.findIndex((row) => row.id === id) + 1;
    const nameOf = (id: unknown) => rowName(rows.find((row) => row.id === id));
    const words = (id: unknown, over: unknown) => ({
      name: nameOf(id),
      place: place(over),
      count: rows.length,
    });
    return {
      onDragStart: ({ active }) => {
        hasLeft.current = false;
        return t('drag.picked', words(active.id, active.id));
      },
      // At the start a row is always above itself; announcing that would replace the announcement that it was picked
      // up.
      onDragOver: ({ active, over }) => {
        hasLeft.current ||= over?.id !== active.id;
        return over && hasLeft.current ? t('drag.over', words(active.id, over.id)) : undefined;
      },
      onDragEnd: ({ active, over }) => t('drag.dropped', words(active.id, over?.id ?? active.id)),
      onDragCancel: ({ active }) => t('drag.cancelled', { name: nameOf(active.id) }),
    };
  }

  return {
    activeId,
    contextOf: (rows: readonly ListRow[]) => ({
      sensors,
      accessibility: { announcements: wordsOf(rows), screenReaderInstructions: { draggable: t('drag.how') } },
      onDragStart: ({ active }: DragStartEvent) => setActiveId(Number(active.id)),
      onDragCancel: () => setActiveId(null),
      onDragEnd({ active, over }: DragEndEvent) {
        setActiveId(null);
        const row = rows.find(({ id }) => id === active.id);
        if (row && over && over.id !== active.id) onMove(row, predecessorFor(rows, row.id, Number(over.id)));
      },
    }),
  };
}
