import { useEffect, useState } from 'react';

/**
 * Returns the focus to where it was when the surrounding dialog is unmounted. Mantine does so only for dialogs that
 * stay mounted while closed.
 */
export function FocusBack() {
  const [before] = useState(() => document.activeElement);
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
