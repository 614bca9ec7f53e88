import { useState } from 'react';
import type { Identified } from './held-order.ts';
import { NONE_SELECTED, withRange, withToggled, type SelectedRows } from './selection.ts';

export type Selection = ReturnType<typeof useSelection>;

type State = { chosen: SelectedRows; listKey: string; after: number | undefined };

/** The selected rows of a list, or all that it matches. Another list begins with an empty selection. */
export function useSelection(listKey: string) {
  const [state, setState] = useState<State | null>(null);
  const { chosen, after } = state?.listKey === listKey ? state : { chosen: NONE_SELECTED, after: undefined };
  const { ids, all } = chosen;
  const set = (next: SelectedRows) => setState({ chosen: next, listKey, after: undefined });

  return {
    ids,
    all,
    isAny: all || ids.size > 0,
    has: (id: number) => all || ids.has(id),
    clear: () => setState(null),
    /** The id of the bulk update that was started with this selection, until the selection changes. */
    after,
    /** Clears the selection until this bulk update tells which tickets it had to skip because an answer was missing. */
    await: (bulkId: number) => setState({ chosen: NONE_SELECTED, listKey, after: bulkId }),
    choose: (chosenIds: readonly number[]) => set({ ...NONE_SELECTED, ids: new Set(chosenIds) }),
    /** Selects all rows that the list matches, also those that are not loaded. */
    chooseAll: (rows: readonly Identified[]) =>
      set({ ids: new Set(rows.map(({ id }) => id)), all: true, anchor: chosen.anchor }),
    toggle: (id: number) => set(withToggled(chosen, id)),
    /** Selects all rows from the last selected one up to this one. */
    chooseTo: (id: number, rows: readonly Identified[], first?: number) =>
      set(withRange(chosen, { id, rows, first })),
  };
}
