import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import type { Identified } from './held-order.ts';
import { stepFrom } from './step.ts';
import type { Selection } from './use-selection.ts';

/** Descriptions of the keys for the list of shortcuts. */
export type RowKeyWords = { group: string; next: string; previous: string; open?: string; select?: string };

type Options<Row> = {
  rows: readonly Row[];
  listKey: string;
  openId: number | undefined;
  /** Scrolls to a row and focuses it. */
  focus: (index: number) => void;
  /** Called by Enter when the row is no longer focused; a focused row's link handles Enter itself. */
  onOpen?: ((id: number) => void) | undefined;
  /** Null where there are no bulk actions. */
  selection: Selection | null;
  /** True while a row is dragged by the keyboard, because the arrow keys then move that row. */
  isPaused?: boolean | undefined;
  words: RowKeyWords;
};

export type RowCursor<Row> = {
  /** The id of the row under the keyboard cursor, unless that row is open; null while the cursor is not used. */
  shown: number | null;
  current: () => Row | undefined;
  put: (id: number) => void;
};

/** The keyboard cursor of a list: j, k and the arrow keys move it, Enter opens its row. It starts anew with another list. */
export function useRowCursor<Row extends Identified>(options: Options<Row>): RowCursor<Row> {
  const { rows, listKey, openId, focus, onOpen, selection, isPaused, words } = options;
  const [at, setAt] = useState<{ listKey: string; id: number } | null>(null);
  const { group } = words;
  const cursor = at?.listKey === listKey ? at.id : null;
  const put = (id: number) => setAt({ listKey, id });
  const indexNow = () => rows.findIndex((row) => row.id === (cursor ?? openId));

  function move(by: number): Row | undefined {
    const index = stepFrom(indexNow(), by, rows.length);
    const row = rows[index];
    if (!row) return undefined;
    put(row.id);
    focus(index);
    return row;
  }

  function open(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    // A focused link, button or option handles Enter itself.
    if (target.closest('a, button, [role="option"]')) target.click();
    else if (cursor !== null && rows.some((row) => row.id === cursor)) onOpen?.(cursor);
  }

  const walking = [
    { key: 'j', description: words.next, group, run: () => void move(1) },
    { key: 'k', description: words.previous, group, run: () => void move(-1) },
    { key: 'ArrowDown', description: words.next, group, run: () => void move(1), hidden: true },
    { key: 'ArrowUp', description: words.previous, group, run: () => void move(-1), hidden: true },
  ];
  const opening = { key: 'Enter', description: words.open ?? '', group, run: open };
  useShortcuts([...(isPaused ? [] : walking), ...(onOpen ? [opening] : [])]);
  const current = () => rows[indexNow()];
  useSelecting({ rows, selection, words, current, move });
  return { shown: cursor === openId ? null : cursor, current, put };
}

type Selecting<Row> = Pick<Options<Row>, 'rows' | 'selection' | 'words'> & {
  current: () => Row | undefined;
  move: (by: number) => Row | undefined;
};

/** Adds the shortcuts that select the row under the cursor. */
function useSelecting<Row extends Identified>({
  rows,
  selection,
  words,
  current,
  move,
}: Selecting<Row>): void {
  const { t } = useTranslation('shared/table');

  function extend(by: number): void {
    const from = current();
    const to = move(by);
    if (to) selection?.chooseTo(to.id, rows, from?.id);
  }

  function withCurrent(act: (id: number) => void): void {
    const row = current() ?? move(0);
    if (row) act(row.id);
  }

  const keys = [
    { key: 'x', description: words.select ?? '', run: () => withCurrent((id) => selection?.toggle(id)) },
    {
      key: 'shift+x',
      description: t('keys.range'),
      run: () => withCurrent((id) => selection?.chooseTo(id, rows)),
    },
    { key: 'shift+ArrowDown', description: t('keys.extend'), run: () => extend(1) },
    { key: 'shift+ArrowUp', description: t('keys.extend'), run: () => extend(-1), hidden: true },
  ];
  useShortcuts(selection ? keys.map((entry) => ({ ...entry, group: words.group })) : []);
}
