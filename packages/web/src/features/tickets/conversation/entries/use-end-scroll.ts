import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 48;

type Options = { firstKey: string | undefined; lastKey: string | undefined; count: number };

/**
 * Keeps a time line where the reader is: at the end it stays at the end while messages and pictures arrive; further up
 * nothing moves, also when older pages are put in above.
 */
export function useEndScroll({ firstKey, lastKey, count }: Options) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const stick = useRef(true);
  const height = useRef(0);
  const [readTo, setReadTo] = useState(count);
  const before = useRef({ firstKey, lastKey });

  // Entries put in above push the rest down by exactly what the content grew. The browser's own anchoring is off,
  // because it does nothing at the very top, which is where older pages are loaded.
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

// A picture that has loaded or a composer that has grown must not push the newest message out of sight.
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
  // While the first page loads there is nothing to follow yet.
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
