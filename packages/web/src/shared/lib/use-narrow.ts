import { useSyncExternalStore } from 'react';

const query = globalThis.matchMedia?.('(max-width: 767px)');

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Is the screen a phone's, where panes become a stack? */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => query?.matches ?? false,
    () => false,
  );
}
