import { lazy } from 'react';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/** As React's `lazy`, which would take the whole page down where a part can't be fetched because the network is gone. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadWithRetries(load));

/**
 * What `load` imports. As long as our server can't be reached it is asked for again; rejects when the server answers and the
 * import fails nevertheless.
 */
export async function loadWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch {
      // The line may have come back since.
      if (await isServerThere()) return load();
    }
    await networkOrPause(pauseMs);
  }
}

const isServerThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves when the browser says that the network is back, at the latest after this time. */
const networkOrPause = (pauseMs: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, pauseMs);
    addEventListener('online', go);
  });
