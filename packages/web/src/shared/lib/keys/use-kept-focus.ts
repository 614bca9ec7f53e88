import { useEffect, useRef, type RefObject } from 'react';

const nothing = (): HTMLElement | null => null;

/**
 * Keeps the keyboard focus in a part of the page when the focused element is removed or disabled: the part itself, which needs
 * `tabIndex={-1}`, gets the focus, so that the next Tab goes to its first button. Otherwise the focus would start at the top of
 * the page again.
 *
 * @param otherwise returns the element to focus if the part is gone too
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>, otherwise = nothing): void {
  const isInside = useRef(false);
  useEffect(() => {
    const isIn = (target: EventTarget | null) =>
      target instanceof Node && part.current?.contains(target) === true;
    const rememberFocus = ({ target }: FocusEvent) => {
      isInside.current = isIn(target);
    };
    // A press elsewhere means that the user has left the part.
    const onPointerDown = ({ target }: PointerEvent) => {
      isInside.current &&= isIn(target);
    };
    document.addEventListener('focusin', rememberFocus);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('focusin', rememberFocus);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [part]);
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    (part.current ?? otherwise())?.focus({ preventScroll: true });
  });
}
