import { durationText, exactTime } from '#shared/lib/format.ts';
import type { Column } from '#shared/table/columns.ts';
import { tickColumn } from '#shared/table/row-checkbox.tsx';
import classes from '#shared/table/table.module.css';
import type { RowWindow } from '#shared/table/use-row-window.ts';
import type { CallColumn, CallOrder, SampleCall } from './sample-calls.ts';

type Options = {
  window: RowWindow<SampleCall>;
  shown: readonly CallColumn[];
  order: CallOrder;
  onSort: (order: CallOrder) => void;
  onOpen: (id: number) => void;
};

const WORDS: Record<CallColumn, (call: SampleCall) => string> = {
  caller: ({ caller }) => caller,
  queue: ({ queue }) => queue,
  waited: ({ waited }) => durationText(waited),
  started: ({ started }) => exactTime(started),
};

/** The columns of the example table. */
export function callColumns({ window, shown, order, onSort, onOpen }: Options): Column<SampleCall>[] {
  const { rows, selection } = window;
  const columns = shown.map((column, index): Column<SampleCall> => ({
    id: column,
    name: column,
    width: index === 0 ? { px: 140, share: 2 } : { px: 100, share: 1 },
    isNumber: column === 'waited',
    sort: {
      direction: order.by === column ? (order.isUp ? 'ascending' : 'descending') : undefined,
      onSort: () => onSort({ by: column, isUp: order.by === column && !order.isUp }),
    },
    isDim: () => index > 0,
    cell: (call) =>
      index > 0 ? (
        WORDS[column](call)
      ) : (
        <a
          href={`#${call.id}`}
          className={classes['link']}
          onClick={(event) => {
            event.preventDefault();
            onOpen(call.id);
          }}
        >
          {WORDS[column](call)}
        </a>
      ),
  }));
  const name = 'Select';
  const labelOf = ({ caller }: SampleCall) => `Select ${caller}`;
  return [tickColumn({ rows, selection, name, labelOf, allLabel: 'Select all shown' }), ...columns];
}
