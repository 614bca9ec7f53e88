import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 48;

type Options = { firstKey: string | undefined; lastKey: string | undefined; count: number };

/**
 * Keeps the scroll position of a conversation: at the end it follows new messages and loading images; further up
 * nothing moves, even when older pages are added above.
 */
export function useEndScroll({ firstKey, lastKey, count }: Options) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const stick = useRef(true);
  const height = useRef(0);
  const [readTo, setReadTo] = useState(count);
  const before = useRef({ firstKey, lastKey });

  // Entries added above move the rest down by the growth of the content, which is scrolled back here. The browser's own
  // scroll anchoring is off, because it does nothing at the very top, where older pages are loaded.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const grewAbove = before.current.firstKey !== firstKey && before.current.lastKey === lastKey;
    if (stick.current) box.scrollTop = box.scrollHeight;
    else if (grewAbove) box.scrollTop += box.scrollHeight - height.current;
    height.current = box.scrollHeight;
    before.current = { firstKey, lastKey };
  }, [firstKey, lastKey, count]);

  useFollowGrowth({ scroller, content, stick, height }, firstKey !== undefined);

  useEffect(() => {
    if (atEnd) setReadTo(count);
  }, [atEnd, count]);

  function handleScroll(): void {
    const box = scroller.current;
    if (!box) return;
    const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    stick.current = near;
    setAtEnd(near);
  }

  function toEnd(): void {
    const box = scroller.current;
    if (!box) return;
    stick.current = true;
    box.scrollTop = box.scrollHeight;
    setAtEnd(true);
  }

  return { scroller, content, atEnd, unseen: atEnd ? 0 : Math.max(0, count - readTo), handleScroll, toEnd };
}

// An image that loads or a composer that grows must not push the newest message out of sight.
function useFollowGrowth(
  {
    scroller,
    content,
    stick,
    height,
  }: {
    scroller: RefObject<HTMLDivElement | null>;
    content: RefObject<HTMLDivElement | null>;
    stick: RefObject<boolean>;
    height: RefObject<number>;
  },
  // Nothing to follow while the first page loads.
  isShown: boolean,
): void {
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return undefined;
    const observer = new ResizeObserver(() => {
      if (stick.current) box.scrollTop = box.scrollHeight;
      height.current = box.scrollHeight;
    });
    observer.observe(content.current);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller, content, stick, height, isShown]);
}
