import type { Ticket } from '@trunkline/contract';
import { useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

type Chosen = {
  listKey: string;
  ids: ReadonlySet<number>;
  all: boolean;
  anchor: number | null;
  after?: number | undefined;
};

/** Which tickets of the list are chosen, or that all are which it matches. Another list begins with none. */
export function useSelection(listKey: string) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { ids, all, anchor, after } = chosen?.listKey === listKey ? chosen : NONE;
  const set = (next: Partial<Chosen>) => setChosen({ ids, anchor, all: false, ...next, listKey });

  return {
    ids,
    all,
    isAny: all || ids.size > 0,
    has: (id: number) => all || ids.has(id),
    clear: () => setChosen(null),
    /** The bulk change that was begun with what was chosen here, until something else is. */
    after,
    /** Chooses none until this bulk change says which it had to leave for want of an answer. */
    await: (bulkId: number) => setChosen({ ...NONE, listKey, after: bulkId }),
    choose: (chosenIds: readonly number[]) => set({ ids: new Set(chosenIds), anchor: null }),
    /** All that the list matches, those that are not loaded among them. */
    chooseAll: (rows: readonly Ticket[]) => set({ ids: new Set(rows.map(({ id }) => id)), all: true }),

    toggle(id: number): void {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      set({ ids: next, anchor: id });
    },

    /** From the one that was chosen last up to this one. */
    chooseTo(id: number, rows: readonly Ticket[], first?: number): void {
      const start = anchor ?? first ?? id;
      const from = rows.findIndex((row) => row.id === start);
      const to = rows.findIndex((row) => row.id === id);
      const range = from < 0 ? [] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      set({ ids: new Set([...ids, id, ...range.map((row) => row.id)]), anchor: from < 0 ? id : start });
    },
  };
}

const NONE = { ids: new Set<number>(), all: false, anchor: null, after: undefined };
