import { useEffect } from 'preact/hooks';

/** Focuses the element marked `data-start` when a screen appears. */
export function focusStart(): void {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const start = document.querySelector<HTMLElement>('[data-start]');
  // On a phone a focused field would open the keyboard over half of the screen.
  const target = isTouch && start?.matches('input, textarea') ? document.querySelector('main') : start;
  target?.focus({ preventScroll: true });
}

/** Moves the focus when its element has disappeared; never takes it from the customer's page. */
export function useFocusOnChange(shown: string): void {
  useEffect(() => {
    const hasNone = document.activeElement === document.body || document.activeElement === null;
    if (document.hasFocus() && hasNone) focusStart();
  }, [shown]);
}
