import { useEffect, useState } from 'react';
import { focusOrigin } from '#shared/lib/keys/focus-origin.ts';

/**
 * Returns the focus to where it was when the surrounding dialog is unmounted. Mantine does so only for dialogs that
 * stay mounted while closed.
 */
export function FocusBack() {
  const [before] = useState(() => focusOrigin() ?? document.activeElement);
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
