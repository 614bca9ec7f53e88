import { useEffect, useRef, useState } from 'react';

const FIRST_PX = 120;
/** Room for the bar of a mail that is wider than the screen. */
const BAR_PX = 16;

/**
 * How high a mail's page is: the same page is laid out in a second frame, which we may look into and where nothing may
 * run either. It follows pictures that arrive and panes that are drawn wider.
 */
export function useMailHeight() {
  const measure = useRef<HTMLIFrameElement>(null);
  const observer = useRef<ResizeObserver>(undefined);
  const [height, setHeight] = useState(FIRST_PX);

  useEffect(() => () => observer.current?.disconnect(), []);

  function handleLoad(): void {
    const root = measure.current?.contentDocument?.documentElement;
    if (!root) return;
    observer.current?.disconnect();
    observer.current = new ResizeObserver(() => {
      // Another page is on its way into the frame, and this one gone.
      if (!root.ownerDocument.defaultView) return;
      const isWide = root.scrollWidth > root.clientWidth;
      setHeight(Math.ceil(root.getBoundingClientRect().height) + (isWide ? BAR_PX : 0));
    });
    observer.current.observe(root);
  }

  return { measure, height, handleLoad };
}
