let origin: Element | null = null;

/**
 * What has the focus, or had it when it was removed from the page; for an entry of a menu, the button that opened the menu. Null where
 * nothing has had it since something was pressed.
 */
export const focusOrigin = (): Element | null => origin;

/** Called when something is left on purpose, so that nothing returns the focus to it. */
export function forgetFocusOrigin(): void {
  origin = null;
}

/** Begins to follow the focus; returns how to stop. */
export function followFocus(): () => void {
  const rememberFocus = ({ target }: FocusEvent) => {
    origin = openerOf(target);
  };
  // A press on something that takes no focus ends the tracking.
  document.addEventListener('focusin', rememberFocus);
  document.addEventListener('pointerdown', forgetFocusOrigin, { capture: true });
  return () => {
    document.removeEventListener('focusin', rememberFocus);
    document.removeEventListener('pointerdown', forgetFocusOrigin, { capture: true });
  };
}

function openerOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const menu = target.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : target;
}
