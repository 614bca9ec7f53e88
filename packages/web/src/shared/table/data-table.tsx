import type { ReactNode } from 'react';
import { spaceOf, type Column } from './columns.ts';
import type { Identified } from './held-order.ts';
import { RowWindowFrame } from './row-window.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow, type RowLook, type TableLine } from './table-row.tsx';
import classes from './table.module.css';
import type { RowWindow } from './use-row-window.ts';

type Props<Row> = {
  window: RowWindow<Row>;
  label: string;
  columns: readonly Column<Row>[];
  /** On phones the cells say what they are without it. */
  hasHead: boolean;
  /** Lines between rows: where a row is read across many columns, or is higher than one line. */
  isLined?: boolean;
  lookOf?: (row: Row) => RowLook;
  end?: ReactNode;
  /** Draws a row otherwise than as it is: one that can be moved. */
  children?: (line: TableLine<Row>) => ReactNode;
};

/** A table that draws only the rows in sight. Its columns share one grid, so that they stand below each other. */
export function DataTable<Row extends Identified>(props: Props<Row>) {
  const { window, label, columns, hasHead, isLined = false, lookOf, end, children } = props;
  return (
    <RowWindowFrame
      window={window}
      role="table"
      label={label}
      head={hasHead ? <TableHead columns={columns} /> : undefined}
      className={classes['table']}
      style={spaceOf(columns)}
      end={end}
    >
      {(line) => {
        const whole = { ...line, columns, window, isLined, look: lookOf?.(line.row) ?? {} };
        return children ? children(whole) : <TableRow key={line.row.id} line={whole} />;
      }}
    </RowWindowFrame>
  );
}
