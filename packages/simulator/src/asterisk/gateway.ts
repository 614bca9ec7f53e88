import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atExit } from './at-exit.ts';
import { startBound, type RunningProcess, type Start } from './child.ts';
import { writeConfig, type Ports, type GatewaySecrets } from './config.ts';
import { freePort } from '../mail/dovecot.ts';
import { freeUdpPort } from './udp-port.ts';

export type Asterisk = Awaited<ReturnType<typeof startAsterisk>>;
type Options = {
  /** The folder of the unpacked packages (`provideAsterisk`). */
  asterisk: string;
  /** The gateway's working folder; without one, a temporary folder that is deleted when the gateway has stopped. */
  folder?: string;
  ports?: Partial<Ports>;
  secrets?: GatewaySecrets;
  start?: Start;
};

/** The address and secret for phones to register, and for calls from outside. */
export type SipPlace = { port: number; secret: string };

const BOOTS_WITHIN_MS = 60_000;
const COMMAND_MS = 10_000;
const run = promisify(execFile);

export const newSecret = (): string => randomBytes(18).toString('base64url');

/** Starts an Asterisk on loopback, with the menu, queues and phones of deploy/asterisk. */
export async function startAsterisk({ asterisk, folder, ports: wanted, secrets: given, start }: Options) {
  // The path of a UNIX socket is limited to 107 bytes, and the path of the data folder may be long.
  const own = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-asterisk-'));
  const remove = () => rmSync(own, { recursive: true, force: true });
  const forget = atExit(remove);
  const place = path.resolve(folder ?? own);
  const socketFolder = path.join(own, 'run');
  await fs.mkdir(socketFolder);
  const ports = { ...(await freePorts()), ...wanted };
  const secrets = given ?? { ami: newSecret(), phones: newSecret() };
  await writeConfig({ asterisk, folder: place, socketFolder, ports, secrets });

  const program = path.join(asterisk, 'asterisk');
  const config = path.join(place, 'etc/asterisk.conf');
  const cli = async (command: string): Promise<string> =>
    (await run(program, ['-C', config, '-rx', command], { timeout: COMMAND_MS })).stdout;

  async function boot(): Promise<RunningProcess> {
    await fs.rm(path.join(socketFolder, 'asterisk.ctl'), { force: true });
    const running = startBound(program, ['-f', '-C', config], start);
    await hasBooted({ running, socket: path.join(socketFolder, 'asterisk.ctl'), cli, place });
    return running;
  }

  let running = await boot();
  return {
    folder: place,
    ports,
    secrets,
    /** The account by which Trunkline signs in. */
    ami: { host: '127.0.0.1', port: ports.ami, isTls: false, username: 'trunkline', secret: secrets.ami },
    sip: { port: ports.sip, secret: secrets.phones } satisfies SipPlace,
    wsUrl: `ws://127.0.0.1:${ports.http}/ws`,
    /** Runs a command on the gateway's console and returns its output. */
    cli,
    /** Resolves when the gateway has ended, for whatever reason. */
    ended: () => running.ended,
    /** Kills the gateway without any clean-up, like a power cut. */
    async kill(): Promise<void> {
      running.signal('SIGKILL');
      await running.ended;
    },
    /** Starts the gateway again with the same folder and ports, after it was killed. */
    async boot(): Promise<void> {
      running = await boot();
    },
    async stop(): Promise<void> {
      await running.end();
      forget();
      remove();
    },
  };
}

async function freePorts(): Promise<Ports> {
  const [sip, carrier] = [await freeUdpPort(), await freeUdpPort()];
  return { sip, carrier, ami: await freePort(), http: await freePort() };
}

type BootOptions = {
  running: RunningProcess;
  socket: string;
  cli: (command: string) => Promise<string>;
  place: string;
};

async function hasBooted({ running, socket, cli, place }: BootOptions): Promise<void> {
  let isOver = false;
  const over = () => void (isOver = true);
  running.ended.then(over, over);
  const giveUpAt = performance.now() + BOOTS_WITHIN_MS;
  while (!isOver && performance.now() < giveUpAt) {
    const answer = existsSync(socket) ? await cli('core waitfullybooted').catch(() => '') : '';
    if (answer.includes('fully booted')) return;
    await sleep(50);
  }
  const log = await fs.readFile(path.join(place, 'log/messages'), 'utf8').catch(() => '');
  await running.end().catch(() => undefined);
  throw new Error(
    `Asterisk ${isOver ? 'ended' : 'has not booted'}:\n${log.split('\n').slice(-12).join('\n')}`,
  );
}
