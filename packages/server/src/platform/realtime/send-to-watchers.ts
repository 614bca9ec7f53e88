import type { Topic } from '@trunkline/contract';
import type { Log } from '../log.ts';
import type { Realtime } from '../realtime.ts';
import type { AgentSocket } from './agent-socket.ts';

type Watch<Read, Payload> = {
  topic: Topic;
  log: Log;
  /** Max. frequency of updates. */
  everyMs: number;
  /** Reads the data from which the payloads of all these sockets are made. */
  read: (watching: readonly AgentSocket[]) => Promise<Read>;
  /** Returns the payload for one socket; undefined sends it nothing. */
  payloadFor: (socket: AgentSocket, read: Read) => Payload | undefined;
  send: (socket: AgentSocket, payload: Payload) => void;
};

/**
 * Sends figures to the watchers of a topic when theirs have changed. Sockets that have just connected, or reconnected, get them
 * too, since what was sent meanwhile is lost. Returns the function to call when something has changed.
 */
export function sendToWatchers<Read, Payload>(
  realtime: Pick<Realtime, 'sockets' | 'onTopicChange'>,
  { topic, log, everyMs, read, payloadFor, send }: Watch<Read, Payload>,
): () => void {
  const told = new WeakMap<AgentSocket, string>();
  let isPlanned = false;
  let telling = Promise.resolve();

  async function sendToAll(): Promise<void> {
    const watching = realtime.sockets().filter((socket) => socket.data.topics.has(topic));
    if (watching.length === 0) return;
    const figures = await read(watching);
    for (const socket of watching) {
      const payload = payloadFor(socket, figures);
      if (payload === undefined) continue;
      const text = JSON.stringify(payload);
      if (told.get(socket) === text) continue;
      told.set(socket, text);
      send(socket, payload);
    }
  }

  function tellSoon(): void {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      // One after the other: older figures must not arrive after newer ones.
      telling = telling
        .then(sendToAll)
        .catch((error: unknown) => log.warn({ err: error, topic }, 'could not tell figures'));
    }, everyMs);
  }

  realtime.onTopicChange((changed, { data }) => {
    if (changed === topic && data.topics.has(topic)) tellSoon();
  });
  return tellSoon;
}
