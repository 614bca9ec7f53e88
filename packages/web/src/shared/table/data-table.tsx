import type { ReactNode } from 'react';
import { tableGridOf, type Column } from './columns.ts';
import type { Identified } from './held-order.ts';
import { RowWindowFrame } from './row-window.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow, type RowLook, type TableRowData } from './table-row.tsx';
import classes from './table.module.css';
import type { RowWindow } from './use-row-window.ts';

type Props<Row> = {
  window: RowWindow<Row>;
  label: string;
  columns: readonly Column<Row>[];
  /** False on phones, where the cells carry their own labels. */
  hasHead: boolean;
  /** Draws lines between rows, where a row has many columns or several lines of text. */
  isLined?: boolean;
  lookOf?: (row: Row) => RowLook;
  end?: ReactNode;
  /** Replaces the drawing of a row, for rows that can be dragged. */
  children?: (line: TableRowData<Row>) => ReactNode;
};

/** A table that renders only the visible rows. Head and rows share one set of grid columns. */
export function DataTable<Row extends Identified>(props: Props<Row>) {
  const { window, label, columns, hasHead, isLined = false, lookOf, end, children } = props;
  return (
    <RowWindowFrame
      window={window}
      role="table"
      label={label}
      head={hasHead ? <TableHead columns={columns} /> : undefined}
      className={classes['table']}
      style={tableGridOf(columns)}
      end={end}
    >
      {(line) => {
        const whole = { ...line, columns, window, isLined, look: lookOf?.(line.row) ?? {} };
        return children ? children(whole) : <TableRow key={line.row.id} line={whole} />;
      }}
    </RowWindowFrame>
  );
}
