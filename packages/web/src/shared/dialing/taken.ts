import { createStore } from '../lib/store.ts';

type Expected = { number: string; until: number };

/** So long the gateway rings for it. */
const RINGS_MS = 25_000;

/** The call that one has taken from somebody, or had before the page was loaded anew: it rings here in a moment. */
export const expectedRing = createStore<Expected | null>(null);

// Of several tabs one has the phone: it answers also what is taken in another.
const tabs = new BroadcastChannel('expected-call');
tabs.addEventListener('message', ({ data }: MessageEvent<Expected>) => expectedRing.set(data));

export function expectCall(number: string): void {
  const call = { number, until: Date.now() + RINGS_MS };
  expectedRing.set(call);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, and stays within its origin
  tabs.postMessage(call);
}
