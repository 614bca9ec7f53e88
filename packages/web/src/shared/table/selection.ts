import type { Identified } from './held-order.ts';

export type Chosen = {
  ids: ReadonlySet<number>;
  /** All that the list matches, those that are not loaded among them. */
  all: boolean;
  /** From where a range goes. */
  anchor: number | null;
};

export const NONE_CHOSEN: Chosen = { ids: new Set(), all: false, anchor: null };

/** With one row chosen, or no longer. */
export function withToggled({ ids }: Chosen, id: number): Chosen {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, all: false, anchor: id };
}

type Range = { id: number; rows: readonly Identified[]; first?: number | undefined };

/** With all from the one that was chosen last up to this one; `first` is where a range begins without such a one. */
export function withRange({ ids, anchor }: Chosen, { id, rows, first }: Range): Chosen {
  const start = anchor ?? first ?? id;
  const from = rows.findIndex((row) => row.id === start);
  const to = rows.findIndex((row) => row.id === id);
  const range = from < 0 ? [] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return {
    ids: new Set([...ids, id, ...range.map((row) => row.id)]),
    all: false,
    anchor: from < 0 ? id : start,
  };
}
