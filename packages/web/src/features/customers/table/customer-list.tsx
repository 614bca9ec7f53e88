import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomers } from '../api.ts';
import { CustomerRow } from './customer-row.tsx';
import classes from '../customers.module.css';
import { ListHead, SortMenu } from './list-head.tsx';
import type { CustomerSort, CustomerView } from '../realtime.ts';
import { besideProfile, spaceOf } from './table-columns.ts';
import { useColumns } from './use-columns.ts';
import { useHeldOrder } from './use-held-order.ts';

type Props = {
  view: CustomerView;
  selectedId: number | undefined;
  onSort: (sort: CustomerSort) => void;
  onClear: () => void;
};

const ROW = 36;
const TALL_ROW = 60;
const AHEAD = 20;

/** The customers as a table that draws only the rows in sight and fetches the next ones in time. */
export function CustomerList({ view, selectedId, onSort, onClear }: Props) {
  const { t } = useTranslation('customers');
  const narrow = useNarrow();
  const now = useNow(60_000);
  const columns = useShownColumns(selectedId !== undefined);
  const list = useCustomers(view);
  const listKey = JSON.stringify(view);
  const held = useHeldOrder(list.data?.pages.flatMap((page) => page.data) ?? [], listKey);
  const rows = held.rows;
  const scroller = useRef<HTMLDivElement>(null);
  const height = narrow ? TALL_ROW : ROW;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });
  const visible = virtual.getVirtualItems();
  const lastVisible = visible.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;

  useEffect(() => virtual.measure(), [height, virtual]);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && lastVisible > rows.length - AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, lastVisible, rows.length]);
  useRowKeys({
    listKey,
    count: rows.length,
    current: rows.findIndex((row) => row.id === selectedId),
    onMove: (index) => {
      virtual.scrollToIndex(index);
      // The row may have to be drawn first.
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus(),
      );
    },
  });

  if (list.isPending) return <Skeletons rows={16} height={height} />;
  if (list.isError && rows.length === 0)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (rows.length === 0) return <NoCustomers view={view} onClear={onClear} />;
  return (
    <>
      {narrow && <SortMenu sort={view.sort} onSort={onSort} />}
      <div
        role="table"
        aria-label={t('list')}
        aria-rowcount={hasNextPage ? -1 : rows.length + 1}
        className={classes['table']}
        data-compact={selectedId !== undefined || undefined}
        style={spaceOf(columns)}
        onPointerEnter={held.hold}
        onPointerLeave={held.release}
      >
        {!narrow && <ListHead sort={view.sort} columns={columns} onSort={onSort} />}
        <div
          ref={scroller}
          className={classes['scroller']}
          role="rowgroup"
          data-stale={list.isPlaceholderData || undefined}
        >
          <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            {visible.map((item) => {
              const customer = rows[item.index];
              if (!customer) return null;
              return (
                <CustomerRow
                  key={customer.id}
                  customer={customer}
                  columns={columns}
                  index={item.index}
                  top={item.start}
                  isSelected={customer.id === selectedId}
                  now={now}
                />
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}

/** Beside an open customer there is room for some only. */
function useShownColumns(isBeside: boolean) {
  const { columns } = useColumns();
  return isBeside ? besideProfile(columns) : columns;
}

function NoCustomers({
  view: { q: query, where = [] },
  onClear,
}: {
  view: CustomerView;
  onClear: () => void;
}) {
  const { t } = useTranslation('customers');
  if (where.length > 0)
    return (
      <EmptyState icon={IconUsers} title={t('filter.none-found')} hint={t('filter.none-found-hint')}>
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      </EmptyState>
    );
  if (query === '') return <EmptyState icon={IconUsers} title={t('empty')} hint={t('empty-hint')} />;
  return (
    <EmptyState icon={IconUsers} title={t('none-found', { query })} hint={t('none-found-hint')}>
      <Button variant="default" onClick={onClear}>
        {t('clear-search')}
      </Button>
    </EmptyState>
  );
}

/** j and k walk through the rows; Enter on a row is the browser's own. */
function useRowKeys({
  listKey,
  count,
  current,
  onMove,
}: {
  /** Which list this is: another one begins at the top, or at the open customer. */
  listKey: string;
  count: number;
  current: number;
  onMove: (index: number) => void;
}): void {
  const { t } = useTranslation('customers');
  const [at, setAt] = useState({ listKey, index: -1 });
  const group = t('keys.group');
  const move = (step: number) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const before = at.listKey === listKey && at.index >= 0 ? at.index : current;
    const from = focused === undefined ? before : Number(focused);
    const next = Math.min(count - 1, Math.max(0, from + step));
    setAt({ listKey, index: next });
    if (count > 0) onMove(next);
  };
  useShortcuts([
    { key: 'j', description: t('keys.next'), group, run: () => move(1) },
    { key: 'k', description: t('keys.previous'), group, run: () => move(-1) },
    { key: 'ArrowDown', description: t('keys.next'), group, run: () => move(1), hidden: true },
    { key: 'ArrowUp', description: t('keys.previous'), group, run: () => move(-1), hidden: true },
  ]);
}
