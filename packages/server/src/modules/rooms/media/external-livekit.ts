import type { Livekit } from '#platform/config';

/** A LiveKit server on another machine, with the same interface as our own media process; starting and stopping do nothing. */
export function externalLivekit({ url, key, secret }: Livekit) {
  return {
    key,
    secret,
    elsewhere: url,
    servers: 1,
    // Its recordings are stored by its own settings, not in our data folder.
    recordings: '',
    port: () => Promise.reject(new Error('a LiveKit elsewhere has no port of ours')),
    start: (_reportTo: string): void => undefined,
    stop: () => Promise.resolve(),
  };
}
