import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { envOfMedia } from '#platform/process/child-env';
import type { Log } from '#platform/log';

const MEDIA_SERVER = fileURLToPath(new URL('../../../../../media/dist/main.js', import.meta.url));
const RESTART_AFTER_MS = [0, 500, 2000, 5000];
const CALM_AFTER_MS = 60_000;
const STOP_WITHIN_MS = 5000;
const hello = z.object({ ready: z.literal(true), port: z.number().int() });

type Options = {
  log: Log;
  /** Of tokens; all processes of a server share it. */
  secret: string;
  recordings: string;
  env: NodeJS.ProcessEnv;
  program?: string;
};

/** The name that tokens of our own are signed under. */
export const MEDIA_KEY = 'trunkline';

/**
 * Keeps the media server running as a process of its own, so that nothing that the rest of the product does makes a
 * voice stumble. When it dies it is started again; the clients come back to it by themselves.
 */
export function createMediaProcess({ log, secret, recordings, env, program = MEDIA_SERVER }: Options) {
  let child: ChildProcess | undefined;
  let deaths = 0;
  let isStopping = false;
  let webhook = '';
  // Kept over restarts: clients hold the address of the proxy, but a port that moves would lose requests on their way.
  let port = 0;
  let ready = deferred<number>();

  function start(): void {
    // One that began while everything ends would be left behind: nobody is there any more to stop it.
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
    /** Starts it, once it is known where it reports to. */
    start(reportTo: string): void {
      webhook = reportTo;
      start();
    },
    /** Resolves with its port as soon as it answers. */
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
