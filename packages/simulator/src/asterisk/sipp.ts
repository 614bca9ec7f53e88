import { spawnSync } from 'node:child_process';
import dgram from 'node:dgram';
import { rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from './at-exit.ts';
import { startBound, type RunningProcess, type Start } from './child.ts';
import type { SipPlace } from './gateway.ts';
import { customerScenario, hangUpMessage, phoneScenario, registrationScenario } from './scenarios.ts';
import { toneOf } from './tone.ts';
import { freeUdpPort } from './udp-port.ts';

type CallerOptions = {
  sip: SipPlace;
  /** The customer's number, as the line shows it. */
  number: string;
  dialled?: string;
  /** The keys that they press, one after another. */
  keys?: string;
  keyAfterMs?: number;
  /** How long they stay after the last key if nobody hangs up. */
  stayMs?: number;
  /** They echo whatever they hear, instead of playing a tone. */
  echoes?: boolean;
  start?: Start;
};
type PhoneOptions = {
  sip: SipPlace;
  /** The extension of the phone; without one, it is the outside number at `port`, to which the gateway sends outside calls. */
  extension?: string;
  port?: number;
  does?: 'answer' | 'reject' | 'ring';
  /** The SIP status with which it rejects; busy by default. */
  refusal?: string;
  ringMs?: number;
  /** How long it talks if nobody hangs up. */
  talkMs?: number;
  start?: Start;
};

const AGAIN_MS = 200;
const LONGEST_MS = 3_600_000;
/** The Call-ID of a customer's call; one suffices, because each customer's SIPp makes a single call. */
const CALL_ID = 'call-of-a-customer';
const CALLER_HERTZ = 440;
const PHONE_HERTZ = 660;

/** Whether SIPp, from Debian's package sip-tester, is installed; it plays customers and phones. */
export const hasSipp = spawnSync('sipp', ['-v']).error === undefined;

/** Starts a customer who calls, presses keys, and waits. */
export async function startCaller(options: CallerOptions) {
  const { sip, number, dialled = '1500', keys = '', keyAfterMs = 500, stayMs = LONGEST_MS } = options;
  const { echoes = false, start } = options;
  const place = await placeOf(CALLER_HERTZ);
  const tone = echoes ? undefined : place.tone;
  const text = customerScenario({ number, dialled, keys, keyAfterMs, stayMs, tone });
  const port = await freeUdpPort();
  const running = await place.play(text, { sip, port, limit: 1, echoes, start });
  const ended = running.ended.then((code) => (place.remove(), code === 0));
  return {
    /** Whether the scenario completed as expected; false also for a refused call. */
    ended,
    /** Hangs up, whatever they are listening to. */
    async hangUp(): Promise<void> {
      const isOver = ended.then(() => true);
      // SIPp reads the message only at steps that wait for one, so it is sent until the call is over.
      for (let attempt = 1; ; attempt += 1) {
        await sendCommand(port, hangUpMessage(CALL_ID, attempt));
        if (await Promise.race([isOver, sleep(AGAIN_MS, false)])) return;
      }
    },
    /** Ends without hanging up, as when a line breaks. */
    async vanish(): Promise<void> {
      running.signal('SIGKILL');
      await ended;
    },
  };
}

/** Starts a phone that answers by itself, rejects, or rings until the caller gives up. */
export async function startPhone(options: PhoneOptions) {
  const {
    sip,
    extension,
    does = 'answer',
    refusal = '486 Busy Here',
    ringMs = 300,
    talkMs = LONGEST_MS,
    start,
  } = options;
  const place = await placeOf(PHONE_HERTZ);
  const port = options.port ?? (await freeUdpPort());
  if (extension !== undefined) {
    const text = registrationScenario({ extension, secret: sip.secret, isHere: true });
    const registering = await place.play(text, { sip, port, limit: 1, start });
    if ((await registering.ended) !== 0) {
      const complaints = await place.complaints();
      place.remove();
      throw new Error(`The phone ${extension} could not be registered:\n${complaints}`);
    }
  }
  const running = await place.play(phoneScenario({ does, refusal, ringMs, talkMs, tone: place.tone }), {
    sip,
    port,
    start,
  });
  return {
    port,
    /** Stops the phone and removes its registration, so that the gateway rings it no more. */
    async stop(): Promise<void> {
      await running.end();
      if (extension !== undefined) {
        const text = registrationScenario({ extension, secret: sip.secret, isHere: false });
        // Ignores a gateway that has ended, and so has no registration any more.
        await (
          await place.play(text, { sip, port, limit: 1, start })
        ).ended;
      }
      place.remove();
    },
  };
}

function sendCommand(port: number, message: string): Promise<void> {
  const socket = dgram.createSocket('udp4');
  return new Promise((resolve) => {
    socket.send(message, port, '127.0.0.1', () => socket.close(() => resolve()));
  });
}

type ScenarioOptions = { sip: SipPlace; port?: number; limit?: number; echoes?: boolean; start?: Start };

/** A temporary folder for SIPp's files: the scenario and the tone. */
async function placeOf(hertz: number) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-sipp-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = atExit(remove);
  const tone = path.join(folder, 'tone.ul');
  const errors = path.join(folder, 'errors.log');
  await fs.writeFile(tone, toneOf(hertz));
  let count = 0;

  return {
    tone,
    complaints: () => fs.readFile(errors, 'utf8').catch(() => ''),

    async play(text: string, { sip, port, limit, echoes, start }: ScenarioOptions): Promise<RunningProcess> {
      count += 1;
      const file = path.join(folder, `scenario-${count}.xml`);
      await fs.writeFile(file, text, { mode: 0o600 });
      const own = port ?? (await freeUdpPort());
      const media = await freeUdpPort();
      const here = ['-i', '127.0.0.1', '-p', String(own), '-mi', '127.0.0.1', '-mp', String(media)];
      const log = ['-trace_err', '-error_file', errors, '-ci', '127.0.0.1'];
      const many = limit === undefined ? [] : ['-m', String(limit), '-cid_str', CALL_ID];
      return startBound(
        'sipp',
        [
          '-sf',
          file,
          ...here,
          ...log,
          ...many,
          ...(echoes ? ['-rtp_echo'] : []),
          '-nostdin',
          `127.0.0.1:${sip.port}`,
        ],
        start,
      );
    },

    remove(): void {
      forget();
      remove();
    },
  };
}
