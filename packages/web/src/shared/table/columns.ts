import type { CSSProperties, ReactNode } from 'react';

/** How wide a column is: so many pixels; with a share, at least that and so much of what is left; with `most`, up to that. */
export type ColumnWidth = { px: number; share?: number; most?: number };

export type ColumnSort = {
  /** In which direction the table stands by this column now. */
  direction: 'ascending' | 'descending' | undefined;
  onSort: () => void;
};

export type Column<Row> = {
  id: string;
  name: string;
  width: ColumnWidth;
  /** Undefined where the table can't be sorted by it. */
  sort?: ColumnSort | undefined;
  /** Figures stand below each other by their last digit. */
  isNumber?: boolean;
  /** Stands above the link that covers the row, and can be used by itself. */
  isControl?: boolean;
  /** The head says its name to those only who can't see it. */
  isNameHidden?: boolean;
  /** Instead of the name. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** What the cell says in full under the pointer. */
  title?: (row: Row) => string | undefined;
  /** What makes the cell quieter than the others. */
  isDim?: (row: Row) => boolean;
};

const GAP = 12;
const SIDE = 20;

function trackOf({ px, share, most }: ColumnWidth): string {
  if (share !== undefined) return `minmax(${px}px, ${share}fr)`;
  return most === undefined ? `${px}px` : `minmax(${px}px, ${most}px)`;
}

/** The tracks of a row, and how wide it is at least: a table that does not fit is moved sideways. */
export function spaceOf(columns: readonly { width: ColumnWidth }[]) {
  const least = columns.reduce((sum, { width }) => sum + width.px, GAP * (columns.length - 1) + 2 * SIDE);
  return {
    '--table-columns': columns.map(({ width }) => trackOf(width)).join(' '),
    '--table-least': `${least}px`,
  } as CSSProperties;
}

/** The columns that somebody has, of those that there are; those that it comes with until they choose others. */
export function columnsShown<C extends string>(
  kept: readonly C[] | null | undefined,
  initial: readonly C[],
  all: readonly C[],
): readonly C[] {
  const chosen = kept?.filter((column) => all.includes(column));
  return chosen?.length ? chosen : initial;
}
