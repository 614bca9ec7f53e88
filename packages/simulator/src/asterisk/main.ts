import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClock } from '../world/clock.ts';
import { createSeededRandom } from '../customers/seeded-random.ts';
import type { Start } from './child.ts';
import { newSecret, startAsterisk, type Asterisk } from './gateway.ts';
import { AsteriskMissing, provideAsterisk } from './provide-asterisk.ts';
import { hasSipp, startCaller, startPhone } from './sipp.ts';
import { freeUdpPort } from './udp-port.ts';

type CommandLine = {
  /** What the command line provides. */
  args: string[];
  root: string;
  env: Record<string, string | undefined>;
  say: (line: string) => void;
  freePort: (wanted?: number) => Promise<number>;
  /** Starts a command that ends with this process. */
  startCommand: Start;
  /** The same, with its error output to be read. */
  startTool: (file: string, args: string[]) => ChildProcess;
};
type Options = { data: string; callers: number; phones: string[]; minutes: number | undefined };

const HELP = `npm run telephony -- [--callers N] [--phones 2001,2002] [--data FOLDER] [--minutes N]

Starts a real Asterisk on this machine, with a menu, queues and phones, until Ctrl-C.

  --callers N       customers who call in a minute, press a key and wait in a queue; 0: nobody (needs sip-tester)
  --phones A,B      phones that answer by themselves: 2001 to 2004 (needs sip-tester)
  --data FOLDER     where its secrets, logs and recordings are kept; data-telephony otherwise
  --minutes N       ends by itself after so long

Asterisk is unpacked from Debian's packages once, below TRUNKLINE_ASTERISK or the user's cache; nothing is installed.`;
const SIP_PORT = 15_060;
const AMI_PORT = 15_038;
const WEB_PORT = 15_088;
const ANSWER_MS = 3000;
const TALK_MS = 20_000;
/** How long customers stay in the call after they have pressed a key, in milliseconds. */
const STAY = { from: 15_000, to: 60_000 };

/**
 * `npm run telephony`: a gateway for development, with simulated customers who call it. Ends after `--minutes`, or when the
 * gateway ends.
 */
export async function telephony(shell: CommandLine): Promise<void> {
  const { say, env } = shell;
  const options = readOptions(shell);
  if (options === 'help') return say(HELP);
  const secrets = secretsIn(options.data);
  const asterisk = await provideAsterisk({ env, onProgress: say, start: shell.startTool });
  const unlock = lock(options.data);
  try {
    const gateway = await startAsterisk({
      asterisk,
      secrets,
      folder: options.data,
      start: shell.startCommand,
      ports: await portsOf(shell),
    });
    for (const line of describeGateway(gateway, { asterisk, options })) say(line);
    const stop = hasSipp ? await startPeople(gateway, { options, shell }) : () => undefined;
    const over = options.minutes === undefined ? [] : [sleep(options.minutes * 60_000, true)];
    const isTime = await Promise.race([gateway.ended().then(() => false), ...over]);
    stop();
    if (!isTime) throw new AsteriskMissing(`Asterisk has ended by itself: see ${options.data}/log/messages`);
  } finally {
    unlock();
  }
}

async function portsOf({ freePort }: CommandLine) {
  const sip = await freeUdpPort(SIP_PORT);
  return {
    sip,
    carrier: await freeUdpPort(sip + 1),
    ami: await freePort(AMI_PORT),
    http: await freePort(WEB_PORT),
  };
}

/** Returns the gateway's secrets, which are created at the first start and readable by their owner only. */
function secretsIn(folder: string) {
  const file = path.join(folder, 'secrets.json');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!fs.existsSync(file)) {
    const fresh = { ami: newSecret(), phones: newSecret() };
    fs.writeFileSync(file, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600 });
  }
  const { ami, phones } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  if (typeof ami !== 'string' || typeof phones !== 'string')
    throw new AsteriskMissing(`${file} is not what this command wrote: remove it, and new secrets are made.`);
  return { ami, phones };
}

/** Refuses to start while another gateway uses the folder, because both would overwrite the same files. */
function lock(folder: string): () => void {
  const file = path.join(folder, 'telephony.pid');
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0;
  if (isRunning(pid))
    throw new AsteriskMissing(`${folder} is in use by process ${pid}: name another with --data.`);
  fs.writeFileSync(file, String(process.pid));
  const unlock = () => fs.rmSync(file, { force: true });
  process.once('exit', unlock);
  return unlock;
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

function describeGateway(
  gateway: Asterisk,
  { asterisk, options }: { asterisk: string; options: Options },
): string[] {
  const { ports, folder, wsUrl, ami } = gateway;
  const secrets = path.join(folder, 'secrets.json');
  return [
    'A telephone gateway runs; everything listens on this machine only.',
    `Phones 2001 to 2004: SIP over UDP at 127.0.0.1:${ports.sip}; 1001 to 1004: in browsers, at ${wsUrl}`,
    `Their password: "phones" in ${secrets}`,
    'Who calls from outside hears a menu: 1 support, 2 sales, 3 billing, 9 asks for a number first.',
    'Queues: support (1001 to 1004, 2001, 2002), billing (2004), sales (nobody until somebody is added).',
    'From a phone: a colleague’s number; six digits or more, outside; *6support, a queue; *43, an echo; *51, a meeting.',
    `Calls from outside come over UDP from any number to ${ports.sip}; calls to the outside go to ${ports.carrier}.`,
    `For Trunkline, under Application → Telephone: AMI at ${ami.host}:${ports.ami}, user ${ami.username}, secret "ami" in ${secrets}`,
    `Its console: ${path.join(asterisk, 'asterisk')} -C ${path.join(folder, 'etc/asterisk.conf')} -rvvv`,
    `Its log: ${path.join(folder, 'log/full')}`,
    ...(hasSipp ? [] : ['Nobody calls by themselves: that needs SIPp (apt-get install sip-tester).']),
    options.minutes === undefined
      ? 'Ctrl-C ends everything.'
      : `Everything ends after ${options.minutes} minutes.`,
  ];
}

type People = { options: Options; shell: CommandLine };

/** Starts the outside number that answers, the phones that answer by themselves, and customers who call. */
async function startPeople(
  { sip, ports }: Asterisk,
  { options, shell: { say, startCommand: start } }: People,
) {
  const clock = createClock();
  const dice = createSeededRandom(String(Date.now()));
  const answers = { sip, ringMs: ANSWER_MS, talkMs: TALK_MS, start };
  await startPhone({ ...answers, port: ports.carrier });
  for (const extension of options.phones) {
    await startPhone({ ...answers, extension });
    say(
      `${extension} answers by itself after ${ANSWER_MS / 1000} s, and hangs up after ${TALK_MS / 1000} s.`,
    );
  }
  const call = async () => {
    const number = `0812${dice.digits(8)}`;
    const key = dice.weighted({ '1': 7, '2': 1, '3': 2 }) ?? '1';
    say(`${number} calls, and presses ${key}`);
    const caller = await startCaller({
      sip,
      number,
      start,
      keys: key,
      keyAfterMs: dice.whole({ from: 1000, to: 4000 }),
      stayMs: dice.whole(STAY),
    });
    await caller.ended;
    say(`${number} has hung up`);
  };
  const next = (): void =>
    void clock.later(dice.gapMs(options.callers), () => {
      call().catch((error: unknown) => say(String(error)));
      next();
    });
  if (options.callers > 0) next();
  return () => clock.stop();
}

function readOptions({ args, root }: CommandLine): Options | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  const phones = (values.phones ?? '').split(',').filter((one) => one !== '');
  const unknown = phones.find((one) => !/^200[1-4]$/.test(one));
  if (unknown !== undefined) return refuse(`--phones names "${unknown}": there are 2001 to 2004.`);
  const callers = values.callers === undefined ? 0 : numberOf('--callers', values.callers, 60);
  if ((callers > 0 || phones.length > 0) && !hasSipp)
    return refuse(
      'Customers and phones are played by SIPp, which is not installed: apt-get install sip-tester',
    );
  return {
    callers,
    phones,
    data: path.resolve(values.data ?? path.join(root, 'data-telephony')),
    minutes: values.minutes === undefined ? undefined : numberOf('--minutes', values.minutes, 14_400),
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const help = { type: 'boolean', short: 'h', default: false } as const;
  try {
    return parseArgs({ args, options: { callers: text, phones: text, data: text, minutes: text, help } })
      .values;
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${HELP}`);
  }
}

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= most) return value;
  return refuse(`${name} is "${text}": set it to a number from 0 to ${most}, or leave it out.`);
}

function refuse(message: string): never {
  throw new AsteriskMissing(message);
}
