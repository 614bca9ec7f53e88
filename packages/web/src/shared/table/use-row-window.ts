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
import type { FreshOf, Identified } from './held-order.ts';
import type { RowSource } from './row-source.ts';
import { useHeldRows } from './use-held-rows.ts';
import { useRowCursor, type RowCursor, type RowKeyWords } from './use-row-cursor.ts';
import type { Selection } from './use-selection.ts';

const AHEAD = 30;
const SCROLLED_PX = 18;
export const HEAD_HEIGHT = 32;

/** Where each list was left, so that coming back finds it there. */
const offsets = new Map<string, number>();

export type WindowOptions<Row> = {
  source: RowSource<Row>;
  /** Which list this is, and how it is narrowed down and sorted: another one begins at the top. */
  listKey: string;
  /** Where people's own changes must show at once, this differs after each of them. */
  changes?: number | undefined;
  heightOf: (row: Row) => number;
  hasHead: boolean;
  freshOf: FreshOf<Row>;
  openId: number | undefined;
  onOpen?: ((id: number) => void) | undefined;
  /** Null where nothing can be done to many at once. */
  selection: Selection | null;
  /** The row that is being moved: it stays drawn, however far the list is scrolled. */
  draggedId?: number | null | undefined;
  words: RowKeyWords;
};

export type RowWindow<Row> = {
  source: RowSource<Row>;
  /** In the order on the screen. */
  rows: readonly Row[];
  items: readonly VirtualItem[];
  totalHeight: number;
  /** So many rows are new, or stand elsewhere by now. */
  waiting: number;
  onTakeIn: () => void;
  selection: Selection | null;
  openId: number | undefined;
  cursor: RowCursor<Row>;
  /** Scrolls to a row. */
  show: (index: number) => void;
  /** Scrolls to a row and gives it the keyboard. */
  focus: (index: number) => void;
  frame: { onPointerEnter: (event: PointerEvent) => void; onPointerLeave: () => void };
  scroller: {
    ref: RefCallback<HTMLDivElement>;
    onScroll: (event: UIEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
};

/**
 * The rows of a table or a list, of which only those in sight are drawn and the next ones are fetched in time. Nothing
 * moves under the pointer: what is new waits until it is taken in.
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
  // What scrolls may be drawn later than this, and be another one: then the rows in sight are found anew.
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
    // Rows differ in height, and change places: what stands where is measured anew when they do.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 12,
    // The head lies over the rows.
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
  useMore(source, items.at(-1)?.index ?? 0, rows.length);

  const settle = () => held.hold(pointer.current || (scroller?.scrollTop ?? 0) > SCROLLED_PX);
  function point(isInside: boolean): void {
    pointer.current = isInside;
    settle();
  }
  function focus(index: number): void {
    virtual.scrollToIndex(index);
    // The row may have to be drawn first.
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
    onTakeIn() {
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

/** Fetches the next rows before the last ones are in sight; one that failed waits for somebody to ask. */
function useMore({ hasMore, isMoreFailed, onMore }: RowSource<unknown>, last: number, count: number): void {
  useEffect(() => {
    if (hasMore && !isMoreFailed && last > count - AHEAD) onMore();
  }, [hasMore, isMoreFailed, onMore, last, count]);
}
