import { number } from '#shared/lib/format.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { ColumnsButton } from '#shared/table/columns-button.tsx';
import { columnsShown } from '#shared/table/columns.ts';
import { DataTable } from '#shared/table/data-table.tsx';
import { ExportItem } from '#shared/table/export-item.tsx';
import { RowStates } from '#shared/table/row-states.tsx';
import { useRowWindow } from '#shared/table/use-row-window.ts';
import { useSelection } from '#shared/table/use-selection.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import classes from './examples.module.css';
import { CALL_COLUMNS, inOrder, sampleCall, type CallOrder, type SampleCall } from './sample-calls.ts';
import { callColumns } from './call-columns.tsx';

const COUNT = 10_000;
const PAGE = 100;
const STATES = ['rows', 'empty', 'loading', 'failed', 'no more'] as const;
type State = (typeof STATES)[number];

const heightOf = () => 36;
const startOf = ({ started }: SampleCall) => started;
const isState = (value: string): value is State => STATES.some((state) => state === value);

/** A table of 10,000 rows loaded page by page, with every feature of the shared table. */
export function TableExample() {
  const narrow = useNarrow();
  const [state, setState] = useState<State>('rows');
  const [added, setAdded] = useState(0);
  const [openId, setOpen] = useState<number>();
  const [order, setOrder] = useState<CallOrder>({ by: 'started', isUp: false });
  const [kept, keep] = useStored('examples.columns', (stored) =>
    Array.isArray(stored) ? CALL_COLUMNS.filter((column) => stored.includes(column)) : undefined,
  );
  const { source, total } = useSampleSource({ state, added, order, onRetry: () => setState('rows') });
  const selection = useSelection('examples');
  const window = useRowWindow({
    source,
    listKey: `examples ${JSON.stringify(order)}`,
    heightOf,
    hasHead: true,
    freshOf: startOf,
    openId,
    selection,
    words: { group: 'Calls', next: 'Next call', previous: 'Previous call', select: 'Select call' },
  });
  const shown = narrow ? (['caller', 'waited'] as const) : columnsShown(kept, CALL_COLUMNS, CALL_COLUMNS);
  const columns = callColumns({ window, shown, order, onSort: setOrder, onOpen: setOpen });
  return (
    <>
      <div className={classes['tools']}>
        <SegmentedControl
          size="xs"
          aria-label="State"
          data={[...STATES]}
          value={state}
          onChange={(value) => isState(value) && setState(value)}
        />
        <Button size="xs" variant="default" onClick={() => setAdded(added + 3)}>
          Add 3 calls
        </Button>
        <ColumnsButton
          columns={shown}
          all={CALL_COLUMNS}
          initial={CALL_COLUMNS}
          nameOf={(column) => column}
          onSave={keep}
        />
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label="More">
              <IconDots size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ExportItem href="data:text/csv,caller%2Cqueue%0D%0A" />
          </Menu.Dropdown>
        </Menu>
        <span role="status">
          {number(source.rows.length)} of {number(total)} loaded, {number(selection.ids.size)} selected
        </span>
      </div>
      <div className={classes['table']}>
        <RowStates
          source={source}
          rowHeight={36}
          empty={<EmptyState title="No calls yet" hint="Calls appear here." />}
        >
          <DataTable window={window} label="Calls" columns={columns} hasHead />
        </RowStates>
      </div>
    </>
  );
}

type SourceOptions = { state: State; added: number; order: CallOrder; onRetry: () => void };

function useSampleSource({ state, added, order, onRetry }: SourceOptions) {
  const [loaded, setLoaded] = useState(PAGE);
  const all = useMemo(
    () =>
      inOrder(
        Array.from({ length: COUNT + added }, (_, n) => sampleCall(n + 1)),
        order,
      ),
    [added, order],
  );
  const hasRows = state === 'rows' || state === 'no more';
  return {
    total: all.length,
    source: {
      rows: hasRows ? all.slice(0, loaded) : [],
      total: all.length,
      isPending: state === 'loading',
      error: state === 'failed' ? new Error('refused') : null,
      isStale: false,
      hasMore: loaded < all.length,
      isMoreFailed: state === 'no more',
      onMore: () => (state === 'no more' ? onRetry() : setLoaded((before) => before + PAGE)),
      onRetry,
    },
  };
}
