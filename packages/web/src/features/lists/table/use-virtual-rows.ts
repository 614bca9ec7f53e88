import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { useRows } from '../api.ts';

const AHEAD = 30;

type Options = {
  query: ReturnType<typeof useRows>;
  count: number;
  height: number;
  /** The place of the row that is being moved, -1 for none: it stays drawn, however far the list is scrolled. */
  dragged: number;
};

/** Draws only the rows in sight, and fetches the next ones in time. */
export function useVirtualRows({ query, count, height, dragged }: Options) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return dragged < 0 || drawn.includes(dragged) ? drawn : [...drawn, dragged].toSorted((a, b) => a - b);
    },
  });
  const visible = virtual.getVirtualItems();
  const lastVisible = visible.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;

  useEffect(() => virtual.measure(), [height, virtual]);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && lastVisible > count - AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, lastVisible, count]);

  function focus(index: number): void {
    virtual.scrollToIndex(index);
    // The row may have to be drawn first.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus(),
    );
  }

  return { scroller, visible, totalHeight: virtual.getTotalSize(), focus };
}
