import { createStore } from '../lib/store.ts';

/** Dials a code of the gateway's dial plan with the browser phone; null while that is not registered, or is in a call. */
export const dialer = createStore<((code: string) => boolean) | null>(null);
