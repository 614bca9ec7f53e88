import { useEffect, useState } from 'react';

/**
 * Returns the focus to where it was when the surrounding dialog is unmounted. Mantine does so only for dialogs that
 * stay mounted while closed.
 */
export function FocusBack() {
  const [before] = useState(openerOf);
  useEffect(
    () => () => {
      // Something else that has taken the focus meanwhile keeps it.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    },
    [before],
  );
  return null;
}

/** What had the focus; for an item of a menu, which is gone by then, the button that opened the menu. */
function openerOf(): Element | null {
  const { activeElement: focused } = document;
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused;
}
