import { useEffect, useRef, useState } from 'react';

const FIRST_PX = 120;
/** Space for the scroll bar of an e-mail that is wider than the screen. */
const BAR_PX = 16;

/**
 * Returns the height of an e-mail's page. The same page is laid out in a second frame, which has our origin and runs no
 * scripts either. The height follows loading images and changes of the width.
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
      // Another page is being loaded into the frame.
      if (!root.ownerDocument.defaultView) return;
      const isWide = root.scrollWidth > root.clientWidth;
      setHeight(Math.ceil(root.getBoundingClientRect().height) + (isWide ? BAR_PX : 0));
    });
    observer.current.observe(root);
  }

  return { measure, height, handleLoad };
}
