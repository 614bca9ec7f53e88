import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { scratchFolder } from '../../scripts/lib/scratch.mjs';

export type TestServer = {
  url: string;
  dataDir: string;
  /** Everything that the server has printed, over all restarts. */
  logFile: string;
  readonly pid: number;
  /** Ends it as an operator does; resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it as a power cut does, without any clean-up. */
  kill9(): Promise<void>;
  /** Starts it again on the same data and port, after a stop if it still runs. */
  restart(): Promise<void>;
  /** Stops it and deletes its data and its log, so attach the log to the report first if it matters. */
  discard(): Promise<void>;
};

type Options = {
  setup?: 'demo' | 'empty';
  demoPassword?: string;
  /** The host name to use, where an IP address does not suffice. */
  host?: string;
  env?: Record<string, string>;
};

export const DEMO_PASSWORD = 'journeys-2026';
/** Name of the environment variable with the data folder of the prepared demo workspace. */
export const DEMO_DATA = 'JOURNEY_DEMO_DATA';

const RUNNER = fileURLToPath(new URL('../../scripts/serve.mjs', import.meta.url));
/** Long, because other suites create their databases at the same time, and the disk is slow. */
const READY_WITHIN_MS = 180_000;

/** Starts the built server on a free port, with the demo workspace or an empty one. */
export async function startServer({
  setup = 'demo',
  demoPassword = DEMO_PASSWORD,
  host = '127.0.0.1',
  env = {},
}: Options = {}): Promise<TestServer> {
  const dataDir = scratchFolder('trunkline-');
  const demo = process.env[DEMO_DATA];
  const isCopy = Boolean(demo) && setup === 'demo' && demoPassword === DEMO_PASSWORD;
  if (demo && isCopy) await fs.cp(demo, dataDir, { recursive: true });
  const logFile = `${dataDir}.log`;
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const own = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...(host !== '127.0.0.1' && { PUBLIC_URL: url }),
    TRUNKLINE_SETUP: setup,
    DEMO_PASSWORD: demoPassword,
    // The tests' mail servers are on this machine, on any port.
    MAIL_PRIVATE_HOSTS: '127.0.0.0/8',
    MAIL_PORTS: '1-65535',
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.0/8',
    SMPP_PRIVATE_HOSTS: '127.0.0.0/8',
    PHONE_PRIVATE_HOSTS: '127.0.0.0/8',
    OIDC_PRIVATE_HOSTS: '127.0.0.0/8',
    // The tests load the machine, which must not make calls wait.
    MEDIA_LOAD_MAX: '1',
    // One suffices, however many cores there are, because many servers run one after the other.
    MEDIA_WORKERS: '1',
  };
  let child: ChildProcess;

  const start = async () => {
    const log = await fs.open(logFile, 'a');
    child = spawn(process.execPath, [RUNNER], {
      env: { ...process.env, ...own, ...env },
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    await becomesReady(child, url, logFile);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };

  const discard = async () => {
    await end('SIGTERM');
    await fs.rm(dataDir, { recursive: true, force: true });
    await fs.rm(logFile, { force: true });
  };

  await start().catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  return {
    url,
    dataDir,
    logFile,
    get pid() {
      return child.pid!;
    },
    stop: () => end('SIGTERM'),
    kill9: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM');
      await start();
    },
    discard,
  };
}

async function becomesReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!hasEnded(child) && Date.now() < giveUpAt) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not become ready:\n${await fs.readFile(logFile, 'utf8')}`);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
