import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type RefCallback,
  type UIEvent,
} from 'react';
import type { FreshnessOf, Identified } from './held-order.ts';
import type { RowSource } from './row-source.ts';
import { useHeldRows } from './use-held-rows.ts';
import { useRowCursor, type RowCursor, type RowKeyWords } from './use-row-cursor.ts';
import type { Selection } from './use-selection.ts';

const AHEAD = 30;
const SCROLLED_PX = 18;
export const HEAD_HEIGHT = 32;

/** Remembers each list's scroll position for when the user comes back to it. */
const offsets = new Map<string, number>();

export type WindowOptions<Row> = {
  source: RowSource<Row>;
  /** Identifies the list with its filters and sorting; another one begins at the top. */
  listKey: string;
  /** A counter of the user's own changes, where these must move rows at once instead of waiting. */
  changes?: number | undefined;
  heightOf: (row: Row) => number;
  hasHead: boolean;
  freshOf: FreshnessOf<Row>;
  openId: number | undefined;
  onOpen?: ((id: number) => void) | undefined;
  /** Null where there are no bulk actions. */
  selection: Selection | null;
  /** The id of the row that is being dragged: it stays rendered, however far the list is scrolled. */
  draggedId?: number | null | undefined;
  words: RowKeyWords;
};

export type RowWindow<Row> = {
  source: RowSource<Row>;
  /** In the order on the screen. */
  rows: readonly Row[];
  items: readonly VirtualItem[];
  totalHeight: number;
  /** Number of rows that are new or would move. */
  waiting: number;
  onShowWaiting: () => void;
  selection: Selection | null;
  openId: number | undefined;
  cursor: RowCursor<Row>;
  /** Scrolls to a row. */
  show: (index: number) => void;
  /** Scrolls to a row and focuses it. */
  focus: (index: number) => void;
  frame: { onPointerEnter: (event: PointerEvent) => void; onPointerLeave: () => void };
  scroller: {
    ref: RefCallback<HTMLDivElement>;
    onScroll: (event: UIEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
};

/**
 * A table or list that renders only the visible rows and loads the next ones in time. Nothing moves under the pointer:
 * new rows wait until the user takes them in.
 */
export function useRowWindow<Row extends Identified>(options: WindowOptions<Row>): RowWindow<Row> {
  const {
    source,
    listKey,
    changes = 0,
    heightOf,
    hasHead,
    openId,
    onOpen,
    selection,
    draggedId,
    words,
  } = options;
  // Kept as state, because the scrolling element may be mounted later or be replaced, and the visible rows then have to
  // be measured again.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const pointer = useRef(false);
  const held = useHeldRows({
    live: source.rows,
    listKey: `${listKey} ${changes}`,
    freshOf: options.freshOf,
    isStale: source.isStale,
  });
  const { rows } = held;
  const above = hasHead ? HEAD_HEIGHT : 0;
  const dragged = draggedId == null ? -1 : rows.findIndex(({ id }) => id === draggedId);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (rows[index] ? heightOf(rows[index]) : 0),
    // Heights belong to rows and not to positions, because rows differ in height and move.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 12,
    // The head covers the top of the rows.
    scrollMargin: above,
    scrollPaddingStart: above,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return dragged < 0 || drawn.includes(dragged) ? drawn : [...drawn, dragged].toSorted((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  useEffect(() => virtual.measure(), [virtual, heightOf]);
  useLayoutEffect(() => {
    scroller?.scrollTo({ top: offsets.get(listKey) ?? 0 });
  }, [scroller, listKey]);
  useLoadMore(source, items.at(-1)?.index ?? 0, rows.length);

  const settle = () => held.hold(pointer.current || (scroller?.scrollTop ?? 0) > SCROLLED_PX);
  function point(isInside: boolean): void {
    pointer.current = isInside;
    settle();
  }
  function focus(index: number): void {
    virtual.scrollToIndex(index);
    // The row may not be rendered yet.
    requestAnimationFrame(() => scroller?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus());
  }
  const isPaused = dragged >= 0;
  const cursor = useRowCursor({ rows, listKey, openId, focus, onOpen, selection, isPaused, words });

  return {
    source,
    rows,
    items,
    totalHeight: virtual.getTotalSize(),
    waiting: held.waiting,
    onShowWaiting() {
      scroller?.scrollTo({ top: 0 });
      held.release();
    },
    selection,
    openId,
    cursor,
    show: (index) => virtual.scrollToIndex(index),
    focus,
    frame: {
      onPointerEnter: (event) => event.pointerType === 'mouse' && point(true),
      onPointerLeave: () => point(false),
    },
    scroller: {
      ref: setScroller,
      onScroll() {
        offsets.set(listKey, scroller?.scrollTop ?? 0);
        settle();
      },
      onFocus({ target }) {
        const index = target.matches('a') && target.closest<HTMLElement>('[data-index]')?.dataset['index'];
        const row = index ? rows[Number(index)] : undefined;
        if (row) cursor.put(row.id);
      },
    },
  };
}

/** Loads the next rows before the last ones are visible; after a failure it waits for the user to ask. */
function useLoadMore(
  { hasMore, isMoreFailed, onMore }: RowSource<unknown>,
  last: number,
  count: number,
): void {
  useEffect(() => {
    if (hasMore && !isMoreFailed && last > count - AHEAD) onMore();
  }, [hasMore, isMoreFailed, onMore, last, count]);
}
