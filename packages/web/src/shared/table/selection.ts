import type { Identified } from './held-order.ts';

export type SelectedRows = {
  ids: ReadonlySet<number>;
  /** All rows that the list matches are selected, also those that are not loaded. */
  all: boolean;
  /** The row at which a Shift selection begins. */
  anchor: number | null;
};

export const NONE_SELECTED: SelectedRows = { ids: new Set(), all: false, anchor: null };

/** Returns the selection with one row added or removed. */
export function withToggled({ ids }: SelectedRows, id: number): SelectedRows {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, all: false, anchor: id };
}

type Range = { id: number; rows: readonly Identified[]; first?: number | undefined };

/** Returns the selection with all rows from the last selected one to this one added; without such a one the range begins at `first`. */
export function withRange({ ids, anchor }: SelectedRows, { id, rows, first }: Range): SelectedRows {
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
