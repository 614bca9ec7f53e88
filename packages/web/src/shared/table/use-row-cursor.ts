import type { Ticket } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import type { Selection } from './use-selection.ts';

type Options = {
  rows: readonly Ticket[];
  openId: number | undefined;
  onOpen: (id: number) => void;
  show: (index: number) => void;
  /** Null where nothing can be done to many at once. */
  selection: Selection | null;
};

/** The row that the keyboard is on: it moves with j, k and the arrows, and Enter opens it. Null while not used. */
export function useRowCursor({ rows, openId, onOpen, show, selection }: Options): number | null {
  const { t } = useTranslation('tickets');
  const [cursor, setCursor] = useState<number | null>(null);
  const group = t('keys.group');
  const current = () => rows.find((row) => row.id === (cursor ?? openId));

  function move(by: number): Ticket | undefined {
    const from = rows.findIndex((row) => row.id === (cursor ?? openId));
    // A cursor whose row has left begins again at the top.
    const index = from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1);
    const row = rows[index];
    if (!row) return undefined;
    setCursor(row.id);
    show(index);
    return row;
  }

  /** The ticket beside the open one, at once. */
  function openBeside(by: number): void {
    const from = rows.findIndex((row) => row.id === openId);
    const index = from < 0 ? 0 : from + by;
    const row = rows[index];
    if (!row) return;
    setCursor(row.id);
    show(index);
    onOpen(row.id);
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
    { key: 'j', description: t('keys.next'), group, run: () => void move(1) },
    { key: 'k', description: t('keys.previous'), group, run: () => void move(-1) },
    { key: 'ArrowDown', description: t('keys.next'), group, run: () => void move(1), hidden: true },
    { key: 'ArrowUp', description: t('keys.previous'), group, run: () => void move(-1), hidden: true },
    { key: 'Enter', description: t('keys.open'), group, run: open },
    ...(openId === undefined
      ? []
      : [
          { key: ']', description: t('keys.openNext'), group, run: () => openBeside(1) },
          { key: '[', description: t('keys.openPrevious'), group, run: () => openBeside(-1) },
        ]),
  ]);
  useChoosing({ rows, selection, current, move });
  return cursor === openId ? null : cursor;
}

type Choosing = Pick<Options, 'rows' | 'selection'> & {
  current: () => Ticket | undefined;
  move: (by: number) => Ticket | undefined;
};

/** Rows are chosen where the cursor is. */
function useChoosing({ rows, selection, current, move }: Choosing): void {
  const { t } = useTranslation('tickets');

  function extend(by: number): void {
    const from = current();
    const to = move(by);
    if (to) selection?.chooseTo(to.id, rows, from?.id);
  }

  function withCurrent(act: (id: number) => void): void {
    const row = current() ?? move(0);
    if (row) act(row.id);
  }

  const choosing = [
    { key: 'x', description: t('bulk.keys.choose'), run: () => withCurrent((id) => selection?.toggle(id)) },
    {
      key: 'shift+x',
      description: t('bulk.keys.range'),
      run: () => withCurrent((id) => selection?.chooseTo(id, rows)),
    },
    { key: 'shift+ArrowDown', description: t('bulk.keys.extend'), run: () => extend(1) },
    { key: 'shift+ArrowUp', description: t('bulk.keys.extend'), run: () => extend(-1), hidden: true },
  ];
  useShortcuts(selection ? choosing.map((entry) => ({ ...entry, group: t('keys.group') })) : []);
}
