import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import type { RowWindow } from '#shared/table/use-row-window.ts';
import type { ListRow } from '@trunkline/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Options = {
  window: RowWindow<ListRow>;
  /** While a row is dragged the arrow keys move it already. */
  isDragging: boolean;
  /** Undefined where the list is not sorted by its own order. */
  onMove: ((row: ListRow, after: number | null) => void) | undefined;
};

/** Shortcuts that move the current row without picking it up first. */
export function useRowMoves({ window, isDragging, onMove }: Options): void {
  const { t } = useTranslation('lists');
  const { rows, cursor, focus } = window;
  const [moved, setMoved] = useState<{ id: number; index: number } | null>(null);
  const group = t('keys.group');

  // A moved row loses the focus when it is rendered at its new position, so it gets it back.
  const follow = useEffectEvent(() => {
    if (!moved || rows[moved.index]?.id !== moved.id) return;
    setMoved(null);
    focus(moved.index);
  });
  useEffect(() => follow(), [rows, moved]);

  function move(step: 1 | -1): void {
    const row = cursor.current();
    const index = rows.findIndex(({ id }) => id === row?.id);
    const neighbour = rows[index + step];
    if (!row || !neighbour) return;
    onMove?.(row, step > 0 ? neighbour.id : (rows[index - 2]?.id ?? null));
    cursor.put(row.id);
    setMoved({ id: row.id, index: index + step });
  }

  useShortcuts(
    onMove && !isDragging
      ? [
          { key: 'alt+ArrowDown', description: t('keys.down'), group, run: () => move(1) },
          { key: 'alt+ArrowUp', description: t('keys.up'), group, run: () => move(-1) },
        ]
      : [],
  );
}
