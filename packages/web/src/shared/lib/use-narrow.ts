import { useSyncExternalStore } from 'react';

const query = globalThis.matchMedia?.('(max-width: 767px)');

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether the screen is as narrow as a phone's, where panes are shown one at a time. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => query?.matches ?? false,
    () => false,
  );
}
