import type { Ticket } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import type { RowWindow } from '#shared/table/use-row-window.ts';

type Options = { window: RowWindow<Ticket>; onOpen: (id: number) => void };

/** Shortcuts that open the next or previous ticket of the list. */
export function useOpenNeighbour({ window, onOpen }: Options): void {
  const { t } = useTranslation('tickets');
  const { rows, openId, cursor, show } = window;
  const group = t('keys.group');

  function openBeside(by: number): void {
    const from = rows.findIndex((row) => row.id === openId);
    const index = from < 0 ? 0 : from + by;
    const row = rows[index];
    if (!row) return;
    cursor.put(row.id);
    show(index);
    onOpen(row.id);
  }

  useShortcuts(
    openId === undefined
      ? []
      : [
          { key: ']', description: t('keys.openNext'), group, run: () => openBeside(1) },
          { key: '[', description: t('keys.openPrevious'), group, run: () => openBeside(-1) },
        ],
  );
}
