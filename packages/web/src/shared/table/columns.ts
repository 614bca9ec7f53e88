import type { CSSProperties, ReactNode } from 'react';

/** The width of a column in pixels; with `share`, at least that and this fraction of the remaining width; with `most`, up to that. */
export type ColumnWidth = { px: number; share?: number; most?: number };

export type ColumnSort = {
  /** The direction in which the table is sorted by this column, if it is. */
  direction: 'ascending' | 'descending' | undefined;
  onSort: () => void;
};

export type Column<Row> = {
  id: string;
  name: string;
  width: ColumnWidth;
  /** Undefined where the table cannot be sorted by it. */
  sort?: ColumnSort | undefined;
  /** Aligned right, so that digits of the same rank are below each other. */
  isNumber?: boolean;
  /** Lies above the link that covers the row, so that it can be clicked. */
  isControl?: boolean;
  /** The head's name is for screen readers only. */
  isNameHidden?: boolean;
  /** Shown in the head instead of the name. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The cell's full text, shown as a tooltip. */
  title?: (row: Row) => string | undefined;
  /** Whether the cell is drawn in a weaker colour. */
  isDim?: (row: Row) => boolean;
};

const GAP = 12;
const SIDE = 20;

function trackOf({ px, share, most }: ColumnWidth): string {
  if (share !== undefined) return `minmax(${px}px, ${share}fr)`;
  return most === undefined ? `${px}px` : `minmax(${px}px, ${most}px)`;
}

/** Returns the grid columns of a row and its least width; a wider table scrolls sideways. */
export function tableGridOf(columns: readonly { width: ColumnWidth }[]) {
  const least = columns.reduce((sum, { width }) => sum + width.px, GAP * (columns.length - 1) + 2 * SIDE);
  return {
    '--table-columns': columns.map(({ width }) => trackOf(width)).join(' '),
    '--table-least': `${least}px`,
  } as CSSProperties;
}

/** Returns the columns that the user has chosen, as far as they still exist, or the default ones. */
export function columnsShown<C extends string>(
  kept: readonly C[] | null | undefined,
  initial: readonly C[],
  all: readonly C[],
): readonly C[] {
  const chosen = kept?.filter((column) => all.includes(column));
  return chosen?.length ? chosen : initial;
}
