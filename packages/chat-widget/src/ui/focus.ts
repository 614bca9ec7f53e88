import { useEffect } from 'preact/hooks';

/** Where the keyboard goes when a screen appears: the element that says `data-start`. */
export function focusStart(): void {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const start = document.querySelector<HTMLElement>('[data-start]');
  // A field would bring up the keyboard of a phone, over half of what there is to read.
  const target = isTouch && start?.matches('input, textarea') ? document.querySelector('main') : start;
  target?.focus({ preventScroll: true });
}

/** Moves the focus along when what had it is gone; never takes it from the customer's page. */
export function useFocusOnChange(shown: string): void {
  useEffect(() => {
    const hasNone = document.activeElement === document.body || document.activeElement === null;
    if (document.hasFocus() && hasNone) focusStart();
  }, [shown]);
}
