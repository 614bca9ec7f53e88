import { useEffect, useRef, type RefObject } from 'react';

const nothing = (): HTMLElement | null => null;

/**
 * Keeps the keyboard in a part of the page when what had it there is gone or cannot be pressed any more: the part itself, which needs
 * `tabIndex={-1}`, gets it, so that the next Tab goes to its first button. Otherwise one begins at the top of the page again.
 *
 * @param otherwise where to, if the part is gone as well
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>, otherwise = nothing): void {
  const isInside = useRef(false);
  useEffect(() => {
    const isIn = (target: EventTarget | null) =>
      target instanceof Node && part.current?.contains(target) === true;
    const note = ({ target }: FocusEvent) => {
      isInside.current = isIn(target);
    };
    // A press beside it lets go of it, and so it should.
    const letGo = ({ target }: PointerEvent) => {
      isInside.current &&= isIn(target);
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', letGo);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', letGo);
    };
  }, [part]);
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    (part.current ?? otherwise())?.focus({ preventScroll: true });
  });
}
