import { createStore } from '../lib/store.ts';

type Expected = { number: string; until: number };

/** How long the gateway rings an agent's phone. */
const RINGS_MS = 25_000;

/**
 * A call that the user has taken from somebody, or had before the page was reloaded: it will ring here in a moment and
 * is answered by itself.
 */
export const expectedRing = createStore<Expected | null>(null);

// Only one of several tabs has the browser phone, so it must learn of calls that are taken in the others.
const tabs = new BroadcastChannel('expected-call');
tabs.addEventListener('message', ({ data }: MessageEvent<Expected>) => expectedRing.set(data));

export function expectCall(number: string): void {
  const call = { number, until: Date.now() + RINGS_MS };
  expectedRing.set(call);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, and stays within its origin
  tabs.postMessage(call);
}
