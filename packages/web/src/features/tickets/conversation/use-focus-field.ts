import { type RefObject, useEffect, useRef } from 'react';
import { captureKeys, releaseKeys } from '#shared/lib/keys/held-keys.ts';
import { isTypingTarget } from '#shared/lib/keys/shortcut-key.ts';

type Field = RefObject<{ focus: () => void } | null>;

/** Returns the function that focuses a field. If the field is still loading, keys typed meanwhile are captured and passed to it. */
export function useFocusField() {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  return (field: Field, already: string, onTyped: (words: string) => void): void => {
    const isHeld = captureKeys(() => void releaseKeys(), already);
    stop.current = () => {
      if (isHeld()) releaseKeys();
    };
    function settle(): void {
      if (!isHeld()) return;
      field.current?.focus();
      // An editor takes the focus a moment after it was requested.
      if (!field.current || !isTypingTarget(document.activeElement)) {
        requestAnimationFrame(settle);
        return;
      }
      const words = releaseKeys();
      if (words) onTyped(words);
    }
    requestAnimationFrame(settle);
  };
}
