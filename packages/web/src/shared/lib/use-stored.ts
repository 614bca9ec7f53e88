import { useCallback, useState } from 'react';
import { readStored, writeStored } from './stored.ts';

/** State that this device remembers. `read` turns what was stored into a valid value. */
export function useStored<T>(key: string, read: (stored: unknown) => T): [T, (next: T) => void] {
  const [value, setValue] = useState(() => read(readStored(key)));
  const set = useCallback(
    (next: T) => {
      setValue(next);
      writeStored(key, next);
    },
    [key],
  );
  return [value, set];
}
