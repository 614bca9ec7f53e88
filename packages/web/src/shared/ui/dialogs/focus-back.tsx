import { useEffect, useState } from 'react';

/**
 * Stands in what opens over the page: once that is gone, the keyboard is back where it was. The library does so only
 * for what stays mounted while closed.
 */
export function FocusBack() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Whoever has taken the focus meanwhile keeps it.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    },
    [before],
  );
  return null;
}
