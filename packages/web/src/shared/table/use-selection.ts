import { useState } from 'react';
import type { Identified } from './held-order.ts';
import { NONE_CHOSEN, withRange, withToggled, type Chosen } from './selection.ts';

export type Selection = ReturnType<typeof useSelection>;

type State = { chosen: Chosen; listKey: string; after: number | undefined };

/** Which rows of the list are chosen, or that all are which it matches. Another list begins with none. */
export function useSelection(listKey: string) {
  const [state, setState] = useState<State | null>(null);
  const { chosen, after } = state?.listKey === listKey ? state : { chosen: NONE_CHOSEN, after: undefined };
  const { ids, all } = chosen;
  const set = (next: Chosen) => setState({ chosen: next, listKey, after: undefined });

  return {
    ids,
    all,
    isAny: all || ids.size > 0,
    has: (id: number) => all || ids.has(id),
    clear: () => setState(null),
    /** The bulk change that was begun with what was chosen here, until something else is. */
    after,
    /** Chooses none until this bulk change says which it had to leave for want of an answer. */
    await: (bulkId: number) => setState({ chosen: NONE_CHOSEN, listKey, after: bulkId }),
    choose: (chosenIds: readonly number[]) => set({ ...NONE_CHOSEN, ids: new Set(chosenIds) }),
    /** All that the list matches, those that are not loaded among them. */
    chooseAll: (rows: readonly Identified[]) =>
      set({ ids: new Set(rows.map(({ id }) => id)), all: true, anchor: chosen.anchor }),
    toggle: (id: number) => set(withToggled(chosen, id)),
    /** From the one that was chosen last up to this one. */
    chooseTo: (id: number, rows: readonly Identified[], first?: number) =>
      set(withRange(chosen, { id, rows, first })),
  };
}
