import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { mediaWorkerIndex } from '@trunkline/contract';
import type { Log } from '#platform/log';
import { createMediaProcess, MEDIA_KEY } from './media-process.ts';

/** The media servers of this machine, as one. */
export type MediaWorkers = {
  /** The key id and secret that their tokens are signed with. */
  key: string;
  secret: string;
  servers: number;
  /** The folder into which they record. */
  recordings: string;
  /** Starts them with the address that they report to. */
  start(reportTo: string): void;
  /** Resolves with the port of the one that has this room, once it listens. */
  port(room: string): Promise<number>;
  stop(): Promise<void>;
};

type Options = { log: Log; dataDir: string; env: NodeJS.ProcessEnv; count: number };

/**
 * The media servers of this machine, one for each spare core. A room stays on one of them, which its name tells. A crash
 * affects the rooms of one only.
 */
export function createMediaWorkers({ log, dataDir, env, count }: Options): MediaWorkers {
  const secret = randomBytes(32).toString('base64url');
  const recordings = path.join(dataDir, 'recordings');
  const workers = Array.from({ length: count }, (_, index) =>
    createMediaProcess({
      log,
      secret,
      recordings,
      env: { ...env, ...portsOf(env, index, count), MEDIA_WORKER: `${index}/${count}` },
    }),
  );

  return {
    key: MEDIA_KEY,
    secret,
    servers: count,
    recordings,
    start: (reportTo) => workers.forEach((worker) => worker.start(reportTo)),
    port: (room) => workers[mediaWorkerIndex(room, count)]!.port(),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/** The UDP ports of one of them: two that look for a free port at the same time would take the same one. */
function portsOf({ MEDIA_UDP_PORTS: range }: NodeJS.ProcessEnv, index: number, count: number) {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined) return {};
  const share = Math.floor((Number(to) - Number(from) + 1) / count);
  const first = Number(from) + index * share;
  return share > 0 ? { MEDIA_UDP_PORTS: `${first}-${first + share - 1}` } : {};
}
