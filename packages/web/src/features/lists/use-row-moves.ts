import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import type { ListRow } from '@trunkline/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Options = {
  rows: readonly ListRow[];
  openId: number | undefined;
  /** While a row is being moved the arrows move it. */
  isDragging: boolean;
  onFocus: (index: number) => void;
  onChoose?: (id: number) => void;
  onMove?: (row: ListRow, after: number | null) => void;
};

/** The keys of the rows: up and down, choose, and move; Enter on a row is the browser's own. */
export function useRowKeys({ rows, openId, isDragging, onFocus, onChoose, onMove }: Options): void {
  const { t } = useTranslation('lists');
  const [at, setAt] = useState<number | null>(null);
  const [moved, setMoved] = useState<{ id: number; index: number } | null>(null);
  const group = t('keys.group');

  // Drawn in its new place it has lost the keyboard, which goes with it.
  const follow = useEffectEvent(() => {
    if (!moved || rows[moved.index]?.id !== moved.id) return;
    setMoved(null);
    onFocus(moved.index);
  });
  useEffect(() => follow(), [rows, moved]);

  function current(): number {
    const focused = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (focused !== undefined) return Number(focused);
    return rows.findIndex(({ id }) => id === (at ?? openId));
  }

  function go(step: number): void {
    const next = Math.min(rows.length - 1, Math.max(0, current() + step));
    const row = rows[next];
    if (!row) return;
    setAt(row.id);
    onFocus(next);
  }

  function move(step: 1 | -1): void {
    const index = current();
    const row = rows[index];
    const neighbour = rows[index + step];
    if (!row || !neighbour) return;
    onMove?.(row, step > 0 ? neighbour.id : (rows[index - 2]?.id ?? null));
    setAt(row.id);
    setMoved({ id: row.id, index: index + step });
  }

  function choose(): void {
    const row = rows[current()];
    if (row) onChoose?.(row.id);
  }

  const walking = [
    { key: 'ArrowDown', description: t('keys.next'), group, run: () => go(1) },
    { key: 'ArrowUp', description: t('keys.previous'), group, run: () => go(-1) },
    { key: 'j', description: t('keys.next'), group, run: () => go(1), hidden: true },
    { key: 'k', description: t('keys.previous'), group, run: () => go(-1), hidden: true },
  ];
  useShortcuts([
    ...(isDragging ? [] : walking),
    ...(onChoose ? [{ key: 'x', description: t('keys.choose'), group, run: choose }] : []),
    ...(onMove && !isDragging
      ? [
          { key: 'alt+ArrowDown', description: t('keys.down'), group, run: () => move(1) },
          { key: 'alt+ArrowUp', description: t('keys.up'), group, run: () => move(-1) },
        ]
      : []),
  ]);
}
