import { createStore } from '../lib/store.ts';

/** So long the gateway rings for it. */
const RINGS_MS = 25_000;

/** The call that this page has taken from somebody, or had before it was loaded anew: it rings here in a moment. */
export const expected = createStore<{ number: string; until: number } | null>(null);

export const expectCall = (number: string): void => expected.set({ number, until: Date.now() + RINGS_MS });
