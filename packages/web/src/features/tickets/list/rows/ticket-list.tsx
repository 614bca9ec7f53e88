import { useVirtualizer } from '@tanstack/react-virtual';
import type { Ticket, TicketColumn } from '@trunkline/contract';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';
import type { Sort } from '#features/tickets/filters.ts';
import { isLetter } from '../is-letter.ts';
import { ListItem } from './list-item.tsx';
import { useHeldRows } from '#shared/table/use-held-rows.ts';
import { useRowCursor } from '#shared/table/use-row-cursor.ts';
import type { Selection } from '#shared/table/use-selection.ts';
import classes from './ticket-list.module.css';

const TableHead = lazy(() => import('#features/tickets/table/table-head.tsx'));

type Props = {
  live: readonly Ticket[];
  /** Which list this is: another one begins at the top. */
  listKey: string;
  search: DeskSearch;
  openId: number | undefined;
  hasMore: boolean;
  onMore: () => void;
  onOpen: (id: number) => void;
  /** Null where nothing can be done to many at once. */
  selection: Selection | null;
  /** As a table with these columns; undefined: as a list. */
  columns: readonly TicketColumn[] | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
};

const ROW = 60;
const LETTER_ROW = 80;
const TABLE_ROW = 36;
const NEAR_END = 20;

/** Where each list was left, so that coming back finds it there. */
const offsets = new Map<string, number>();

/** The rows, of which only the visible ones are drawn. Nothing moves under the pointer: what is new waits in a pill. */
export function TicketList(props: Props) {
  const { live, listKey, search, openId, hasMore, onMore, onOpen, selection, columns, sort, onSort } = props;
  const { t } = useTranslation('tickets');
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, waiting, hold, release } = useHeldRows(live, listKey);
  const height = columns ? TABLE_ROW : ROW;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const ticket = rows[index];
      return !columns && ticket && isLetter(ticket) ? LETTER_ROW : height;
    },
    // Rows differ in height, and change places: what stands where is measured anew when they do.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 8,
  });
  const cursor = useRowCursor({
    rows,
    openId,
    onOpen,
    show: (index) => virtual.scrollToIndex(index),
    selection,
  });
  const pointer = useRef(false);
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;

  useEffect(() => virtual.measure(), [virtual, height]);
  useEffect(() => {
    scroller.current?.scrollTo({ top: offsets.get(listKey) ?? 0 });
  }, [listKey]);
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - NEAR_END) onMore();
  }, [hasMore, lastShown, rows.length, onMore]);

  const settle = () => hold(pointer.current || (scroller.current?.scrollTop ?? 0) > height / 2);
  const point = (inside: boolean) => {
    pointer.current = inside;
    settle();
  };

  function handleScroll(): void {
    offsets.set(listKey, scroller.current?.scrollTop ?? 0);
    settle();
  }

  return (
    <div
      className={classes['frame']}
      onPointerEnter={(event) => event.pointerType === 'mouse' && point(true)}
      onPointerLeave={() => point(false)}
    >
      {waiting > 0 && (
        <button
          type="button"
          className={classes['pill']}
          onClick={() => {
            scroller.current?.scrollTo({ top: 0 });
            release();
          }}
        >
          {t('list.new', { count: waiting })}
        </button>
      )}
      <div
        ref={scroller}
        className={classes['scroller']}
        data-table={columns && true}
        onScroll={handleScroll}
      >
        <div
          role={columns ? 'table' : 'list'}
          aria-label={t(columns ? 'table.label' : 'list.label')}
          {...(columns && { 'aria-rowcount': hasMore ? -1 : rows.length + 1 })}
          className={classes['rows']}
        >
          {columns && (
            <Suspense fallback={<div style={{ height: TABLE_ROW }} />}>
              <TableHead columns={columns} sort={sort} onSort={onSort} />
            </Suspense>
          )}
          <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            {items.map((item) => {
              const ticket = rows[item.index];
              if (!ticket) return null;
              return (
                <ListItem
                  key={ticket.id}
                  ticket={ticket}
                  index={item.index}
                  top={item.start}
                  size={hasMore ? -1 : rows.length}
                  search={search}
                  isOpen={ticket.id === openId}
                  hasCursor={ticket.id === cursor}
                  columns={columns}
                  isChosen={selection ? selection.has(ticket.id) : null}
                  isChoosing={selection?.isAny ?? false}
                  onChoose={(isRange) =>
                    isRange ? selection?.chooseTo(ticket.id, rows) : selection?.toggle(ticket.id)
                  }
                />
              );
            })}
          </div>
        </div>
        <p className={classes['end']}>{hasMore ? t('list.more') : t('list.end')}</p>
      </div>
    </div>
  );
}
