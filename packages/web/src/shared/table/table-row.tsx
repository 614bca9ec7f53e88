import type { CSSProperties, MouseEvent, Ref } from 'react';
import type { Column } from './columns.ts';
import type { Identified } from './held-order.ts';
import type { WindowRow } from './row-window.tsx';
import classes from './table.module.css';
import type { RowWindow } from './use-row-window.ts';

/** How a row is drawn: dimmed, or in strong type. */
export type RowLook = { isOff?: boolean; isStrong?: boolean };

/** Everything that a row of a table is drawn from. */
export type TableRowData<Row> = WindowRow<Row> & {
  columns: readonly Column<Row>[];
  window: RowWindow<Row>;
  isLined: boolean;
  look: RowLook;
};

type Props<Row> = {
  line: TableRowData<Row>;
  ref?: Ref<HTMLDivElement>;
  style?: CSSProperties;
  isDragged?: boolean;
};

/** One row of a table. The link in one of its cells covers the whole row, below the controls. */
export function TableRow<Row extends Identified>({ line, ref, style, isDragged }: Props<Row>) {
  const { row, index, top, height, columns, window, look } = line;
  const { selection } = window;
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-row={row.id}
      className={`${classes['row']} ${classes['body']}`}
      data-open={line.isOpen || undefined}
      data-cursor={line.hasCursor || undefined}
      data-chosen={selection?.has(row.id) || undefined}
      data-off={look.isOff || undefined}
      data-strong={look.isStrong || undefined}
      data-lined={line.isLined || undefined}
      data-dragged={isDragged || undefined}
      // Positioned by `top` and not by a transform, because the dragging library ignores transforms when it measures.
      style={{ top, height, ...style }}
      onClickCapture={(event) => {
        if (selection && isRangeClick(event)) selection.chooseTo(row.id, window.rows);
      }}
    >
      {columns.map((column) => (
        <span
          key={column.id}
          role="cell"
          data-number={column.isNumber || undefined}
          data-control={column.isControl || undefined}
          data-dim={column.isDim?.(row) || undefined}
          title={column.title?.(row)}
        >
          {column.cell(row)}
        </span>
      ))}
    </div>
  );
}

/** Whether a click selects a range: Shift and a click on a link would otherwise open a window. */
export function isRangeClick(event: MouseEvent): boolean {
  const isLink = event.target instanceof Element && event.target.closest('a') !== null;
  if (!event.shiftKey || !isLink) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
