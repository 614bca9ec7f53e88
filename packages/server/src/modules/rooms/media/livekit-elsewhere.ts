import type { Livekit } from '#platform/config';

/** A LiveKit that somebody else runs, with the face of our own media process: there is nothing to start or stop. */
export function livekitElsewhere({ url, key, secret }: Livekit) {
  return {
    key,
    secret,
    elsewhere: url,
    servers: 1,
    // Its recordings are where its own settings put them, not in our data folder.
    recordings: '',
    port: () => Promise.reject(new Error('a LiveKit elsewhere has no port of ours')),
    start: (_reportTo: string): void => undefined,
    stop: () => Promise.resolve(),
  };
}
