import { fork, type ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { envOfMedia } from '#platform/process/child-env';
import { inPackage } from '#platform/process/package-folder';
import type { Log } from '#platform/log';

const MEDIA_SERVER = inPackage('../media/dist/bundle/main.js');
const RESTART_AFTER_MS = [0, 500, 2000, 5000];
const CALM_AFTER_MS = 60_000;
const STOP_WITHIN_MS = 5000;
const hello = z.object({ ready: z.literal(true), port: z.number().int() });

type Options = {
  log: Log;
  /** Signs tokens; shared by all processes of a server. */
  secret: string;
  recordings: string;
  env: NodeJS.ProcessEnv;
  program?: string;
};

/** The key id of our own tokens. */
export const MEDIA_KEY = 'trunkline';

/**
 * Keeps the media server running as a process of its own, so that work of the rest of the product does not interrupt audio.
 * When it exits it is started again; clients reconnect by themselves.
 */
export function createMediaProcess({ log, secret, recordings, env, program = MEDIA_SERVER }: Options) {
  let child: ChildProcess | undefined;
  let deaths = 0;
  let isStopping = false;
  let webhook = '';
  // Kept over restarts: requests on their way would be lost if the port changed.
  let port = 0;
  let ready = deferred<number>();

  function start(): void {
    // A process that started during shutdown would be left running: nobody would stop it.
    if (isStopping) return;
    const startedAt = Date.now();
    child = fork(program, {
      env: {
        ...envOfMedia(env),
        MEDIA_PORT: String(port),
        MEDIA_KEY,
        MEDIA_SECRET: secret,
        MEDIA_WEBHOOK: webhook,
        MEDIA_RECORDINGS: recordings,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    });
    child.on('message', (message) => {
      const told = hello.safeParse(message);
      if (!told.success) return;
      ({ port } = told.data);
      ready.resolve(port);
    });
    child.on('error', (error) => log.error({ err: error }, 'the media server cannot be started'));
    child.on('exit', (code, signal) => {
      child = undefined;
      if (isStopping) return;
      deaths = Date.now() - startedAt > CALM_AFTER_MS ? 1 : deaths + 1;
      log.error({ code, signal }, 'the media server ended by itself; it is started again');
      ready = deferred();
      setTimeout(start, RESTART_AFTER_MS[Math.min(deaths, RESTART_AFTER_MS.length) - 1] ?? 5000);
    });
  }

  return {
    /** Starts it with the address that it reports to. */
    start(reportTo: string): void {
      webhook = reportTo;
      start();
    },
    /** Resolves with its port once it listens. */
    port: (): Promise<number> => ready.promise,
    pid: (): number | undefined => child?.pid,
    async stop(): Promise<void> {
      isStopping = true;
      const running = child;
      if (!running) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      const timer = setTimeout(() => running.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
