import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWithRetries } from './lazy-part.ts';

let isReachable = false;
beforeEach(() => {
  isReachable = false;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An import that fails while the server can't be reached. */
const load = vi.fn(async () => {
  if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
  return 'the part';
});
afterEach(() => load.mockClear());

it('asks again, ever more rarely, until the server can be reached', async () => {
  const part = loadWithRetries(load);
  await vi.advanceTimersByTimeAsync(60_000);
  // 0.5 + 1 + 2 + 4 seconds, then every 8.
  expect(load).toHaveBeenCalledTimes(11);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(8000);
  await expect(part).resolves.toBe('the part');
});

it('asks again at once when the browser says that the network is back', async () => {
  const part = loadWithRetries(load);
  await vi.advanceTimersByTimeAsync(0);
  isReachable = true;
  dispatchEvent(new Event('online'));
  await expect(part).resolves.toBe('the part');
});

it('gives up after one more try where the server answers', async () => {
  isReachable = true;
  const broken = vi.fn(() => Promise.reject(new TypeError('missing')));
  await expect(loadWithRetries(broken)).rejects.toThrow('missing');
  expect(broken).toHaveBeenCalledTimes(2);
});
