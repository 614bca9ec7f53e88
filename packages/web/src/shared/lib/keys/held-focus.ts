/**
 * Keeps the keyboard focus in place when its element is disabled, as a button is while it saves. A browser would move it to the
 * page, from where Escape does not reach a popover. The dialog around the element has it meanwhile; once the element is enabled
 * again, it gets the focus back. Elsewhere Tab goes on from the element, which the browser remembers. Returns what ends this.
 */
export function holdFocus(): () => void {
  let last: HTMLElement | null = null;
  let holder: HTMLElement | null = null;
  const rememberFocus = ({ target }: FocusEvent) => {
    if (target === holder) return;
    last = target instanceof HTMLElement ? target : null;
    holder = null;
  };
  // A press elsewhere means that the user has left it.
  const forget = () => {
    last = null;
  };
  const restoreFocus = () => {
    const active = document.activeElement;
    if (!last?.isConnected || (active !== last && active !== holder && active !== document.body)) return;
    if (!last.matches(':disabled')) last.focus({ preventScroll: true });
    else if (!holder) {
      holder = last.closest<HTMLElement>('[role="dialog"][tabindex]');
      holder?.focus({ preventScroll: true });
    }
  };
  const observer = new MutationObserver(restoreFocus);
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', rememberFocus);
  document.addEventListener('pointerdown', forget, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', rememberFocus);
    document.removeEventListener('pointerdown', forget, { capture: true });
  };
}
