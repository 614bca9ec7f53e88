import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * The button of a popover that a key opens too. Where nothing has the focus then, the button gets it first, so that the popover, which
 * returns the focus when it is closed, returns it there.
 */
export function useOpener(opened: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  // Before the popover remembers what has the focus.
  useLayoutEffect(() => {
    if (opened && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [opened]);
  return button;
}
