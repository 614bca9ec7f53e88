import { Checkbox } from '@mantine/core';
import type { Column } from './columns.ts';
import type { Identified } from './held-order.ts';
import type { Selection } from './use-selection.ts';

type TickProps = {
  id: number;
  rows: readonly Identified[];
  selection: Selection;
  label: string;
  className?: string;
};

/** The checkbox that selects a row; with Shift, all rows up to it. */
export function RowCheckbox({ id, rows, selection, label, className = '' }: TickProps) {
  return (
    <Checkbox
      size="xs"
      className={className}
      aria-label={label}
      checked={selection.has(id)}
      onClick={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        selection.chooseTo(id, rows);
      }}
      onChange={() => selection.toggle(id)}
    />
  );
}

type AllProps = { rows: readonly Identified[]; selection: Selection; label: string };

function AllTick({ rows, selection, label }: AllProps) {
  const isAll = rows.length > 0 && rows.every(({ id }) => selection.has(id));
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={isAll}
      indeterminate={!isAll && selection.isAny}
      onChange={() => selection.choose(isAll ? [] : rows.map(({ id }) => id))}
    />
  );
}

type Options<Row> = {
  rows: readonly Row[];
  /** Null where there are no bulk actions; the column stays, so that the others keep their positions. */
  selection: Selection | null;
  name: string;
  labelOf: (row: Row) => string;
  /** Label of the checkbox in the head; undefined where there is none. */
  allLabel?: string;
};

/** The column of checkboxes. */
export function tickColumn<Row extends Identified>(options: Options<Row>): Column<Row> {
  const { rows, selection, name, labelOf, allLabel } = options;
  return {
    id: 'tick',
    name,
    width: { px: 20 },
    isControl: true,
    isNameHidden: true,
    ...(selection && allLabel && { head: <AllTick {...{ rows, selection }} label={allLabel} /> }),
    cell: (row) => selection && <RowCheckbox id={row.id} {...{ rows, selection }} label={labelOf(row)} />,
  };
}
