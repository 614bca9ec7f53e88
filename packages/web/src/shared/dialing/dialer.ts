import { createStore } from '../lib/store.ts';

/** Calls a code of the gateway's dial plan with the phone of this page; null while that is not on the line, or in a call. */
export const dialer = createStore<((code: string) => boolean) | null>(null);
