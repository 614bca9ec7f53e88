import { useEffect, type RefObject } from 'react';
import { useKeptFocus } from './use-kept-focus.ts';

/** Marks the buttons that end a floating window. */
export const ENDS = { 'data-ends': true } as const;

/** What opens over the page from a button of the window. */
const OPENED = '[role="dialog"], [role="menu"], [role="listbox"]';

/** What got the focus from a window that has gone, until the user presses something. */
let given: Element | null = null;

/**
 * Looks after the keyboard focus of a window that floats over every page and comes and goes by itself, such as that of a call. While
 * it is there, the focus stays in it when a focused button goes. When it goes, its focus returns to where it was before the window had
 * it, if the user has ended it; otherwise to the page, so that a key that was meant for the window presses nothing else.
 *
 * @param part the window, which needs `tabIndex={-1}`
 */
export function useWindowFocus(part: RefObject<HTMLElement | null>): void {
  useKeptFocus(part);
  useEffect(() => {
    let before = document.activeElement;
    let isInside = false;
    let isEnded = false;
    const isIn = (target: EventTarget | null): target is Element =>
      target instanceof Element && part.current?.contains(target) === true;
    const isBeyond = (target: EventTarget | null) =>
      isInside && target instanceof Element && target.closest(OPENED) !== null;
    const rememberFocus = ({ target }: FocusEvent) => {
      if (isIn(target)) isInside = true;
      else if (!isBeyond(target) && target instanceof Element) {
        isInside = false;
        before = target;
      }
    };
    // A press elsewhere means that the user has left the window.
    const onPointerDown = ({ target }: PointerEvent) => {
      isInside &&= isIn(target) || isBeyond(target);
    };
    const press = ({ target }: MouseEvent) => {
      if (isIn(target)) isEnded = target.closest('[data-ends]') !== null;
    };
    document.addEventListener('focusin', rememberFocus);
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('click', press, { capture: true });
    return () => {
      document.removeEventListener('focusin', rememberFocus);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('click', press, { capture: true });
      if (isInside && document.activeElement === document.body) restoreFocus(isEnded ? before : null);
    };
  }, [part]);
}

function restoreFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  // What had it may have gone meanwhile, or be hidden.
  if (document.activeElement === document.body)
    document.getElementById('page')?.focus({ preventScroll: true });
  given = document.activeElement;
  const forget = () => {
    given = null;
    document.removeEventListener('keydown', forget, { capture: true });
    document.removeEventListener('pointerdown', forget, { capture: true });
  };
  document.addEventListener('keydown', forget, { capture: true });
  document.addEventListener('pointerdown', forget, { capture: true });
}

/** Gives the focus to the form that follows a window, where the window has just given it back. Never takes it from anything else. */
export function useFocusAfterWindow(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (given !== null && document.activeElement === given) part.current?.focus({ preventScroll: true });
  }, [part]);
}
