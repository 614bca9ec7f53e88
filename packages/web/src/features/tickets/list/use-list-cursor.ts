import type { Ticket } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#shared/lib/shortcuts.ts';

type Options = {
  rows: readonly Ticket[];
  openId: number | undefined;
  onOpen: (id: number) => void;
  show: (index: number) => void;
};

/** The row that the keyboard is on: it moves with j, k and the arrows, and Enter opens it. Null while not used. */
export function useListCursor({ rows, openId, onOpen, show }: Options): number | null {
  const { t } = useTranslation('tickets');
  const [cursor, setCursor] = useState<number | null>(null);
  const group = t('keys.group');

  function move(by: number): void {
    const from = rows.findIndex((row) => row.id === (cursor ?? openId));
    // A cursor whose row has left begins again at the top.
    const index = from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1);
    const row = rows[index];
    if (!row) return;
    setCursor(row.id);
    show(index);
  }

  function open(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    // Enter on a button or a link belongs to it.
    if (target.closest('a, button, [role="option"]')) {
      target.click();
      return;
    }
    if (cursor !== null && rows.some((row) => row.id === cursor)) onOpen(cursor);
  }

  useShortcuts([
    { key: 'j', description: t('keys.next'), group, run: () => move(1) },
    { key: 'k', description: t('keys.previous'), group, run: () => move(-1) },
    { key: 'ArrowDown', description: t('keys.next'), group, run: () => move(1), hidden: true },
    { key: 'ArrowUp', description: t('keys.previous'), group, run: () => move(-1), hidden: true },
    { key: 'Enter', description: t('keys.open'), group, run: open },
  ]);
  return cursor === openId ? null : cursor;
}
