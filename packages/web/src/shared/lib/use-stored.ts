import { useCallback, useState } from 'react';
import { readStored, writeStored } from './stored.ts';

/** State that is kept on this device. `read` turns the stored value into a valid one. */
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
