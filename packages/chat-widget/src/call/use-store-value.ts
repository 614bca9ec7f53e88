import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../chat/store.ts';

/** Returns the store's value; the component renders again when it changes. */
export function useStoreValue<T extends object>(store: Store<T>): T {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    const update = () => setValue(store.get);
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
