import { useSyncExternalStore } from 'react';

const query = globalThis.matchMedia?.('(min-width: 1400px)');

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether the screen has room for a sidebar beside lists and panes. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => query?.matches ?? false,
    () => false,
  );
}
