import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AccessToken, EgressClient, EncodedFileOutput } from 'livekit-server-sdk';
import { percentiles } from './lib/report.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const KEY = 'bench';
const SECRET = 'a secret that only this measurement uses';
const LOSS_MAX = 0.001;
const DELAY_MAX_MS = 20;
const COME_AND_GO_AT_ONCE = 5;

/** How many 1:1 calls one media process carries, what each takes, and whether anything stays behind. */
export async function measure({ calls, say }) {
  const rows = [];
  for (const kind of ['voice', 'video']) rows.push(...(await carried(kind, calls, say)));
  for (const kind of ['voice', 'video']) rows.push(await recorded(kind, calls, say));
  rows.push(...(await memory(calls, say)));
  return rows;
}

/** Adds calls until packets are lost or late. */
async function carried(kind, { steps, listenMs }, say) {
  const media = await startMedia();
  const load = startLoad();
  const rows = [];
  let best = 0;
  let base;
  let failed = 0;
  const idleMb = media.memoryMb();
  try {
    let running = 0;
    for (const wanted of steps[kind]) {
      await load.run('add', {
        url: media.url,
        seats: await credentialsOf(`${kind}-`, running, wanted),
        kinds: kindsOf(kind),
      });
      running = wanted;
      const { heard, cores } = await listen(media, load, listenMs);
      const loss = Math.max(0, 1 - heard.received / heard.sent);
      const { p50, p99 } = percentiles(heard.delays, [50, 99]);
      base ??= p50;
      const isGood = loss <= LOSS_MAX && p99 - base <= DELAY_MAX_MS;
      if (isGood) best = wanted;
      say(
        `${wanted} ${kind} calls: loss ${(loss * 100).toFixed(3)} %, delay p50 ${p50} p99 ${p99} ms, media ${(cores * 100).toFixed(0)} %, load ${(heard.cores * 100).toFixed(0)} % of a core`,
      );
      rows.push({
        figure: `${wanted} ${kind} calls: media server`,
        value: Math.round(cores * 100),
        unit: '% of a core',
      });
      rows.push({
        figure: `${wanted} ${kind} calls: lost`,
        value: Number((loss * 100).toFixed(3)),
        unit: '%',
        target: '≤ 0.1',
      });
      rows.push({ figure: `${wanted} ${kind} calls: delay p99 (p50)`, value: `${p99} (${p50})`, unit: 'ms' });
      rows.push({
        figure: `${wanted} ${kind} calls: memory of each`,
        value: Number(((media.memoryMb() - idleMb) / wanted).toFixed(1)),
        unit: 'MB',
      });
      failed = heard.failed;
      if (loss > 0.02) break;
    }
    rows.push({ figure: `${kind}: joins that had to be repeated`, value: failed, unit: '' });
    rows.push({
      figure: `${kind} calls carried within the targets`,
      value: best,
      unit: 'calls',
      target: kind === 'voice' ? '60–80' : '18–24',
    });
    return rows;
  } finally {
    load.stop();
    await media.stop();
  }
}

/** Measures the audio quality of all calls, and the CPU that the media server takes for each. */
async function listen(media, load, listenMs) {
  const cpu = media.cpuSeconds();
  const heard = await load.run('listen', { forMs: listenMs });
  return { heard, cores: (media.cpuSeconds() - cpu) / ((listenMs + 1000) / 1000) };
}

/** The same calls first without, then with recording. */
async function recorded(kind, { recorded: counts, listenMs }, say) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-recorded-'));
  const media = await startMedia({ MEDIA_RECORDINGS: folder });
  const load = startLoad();
  const count = counts[kind];
  try {
    await load.run('add', {
      url: media.url,
      seats: await credentialsOf('r-', 0, count),
      kinds: kindsOf(kind),
    });
    const without = await listen(media, load, listenMs);
    const egress = new EgressClient(media.url.replace('ws', 'http'), KEY, SECRET);
    const start = (room) => egress.startRoomCompositeEgress(room, new EncodedFileOutput({ filepath: room }));
    await Promise.all(Array.from({ length: count }, (_, index) => start(`r-${index}`)));
    const withIt = await listen(media, load, listenMs);
    const [before, after] = [without, withIt].map(({ cores }) => Math.round(cores * 100));
    const { p99 } = percentiles(withIt.heard.delays, [99]);
    say(`${count} ${kind} calls: ${before} % of a core, recorded ${after} %, delay p99 ${p99} ms`);
    return {
      figure: `${count} ${kind} calls: recorded (not recorded)`,
      value: `${after} (${before})`,
      unit: '% of a core',
    };
  } finally {
    load.stop();
    await media.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function memory({ comeAndGo, settleMs }, say) {
  const media = await startMedia();
  const load = startLoad();
  try {
    const round = async (from, count) => {
      await load.run('add', {
        url: media.url,
        seats: await credentialsOf('gone-', from, from + count),
        kinds: ['audio'],
      });
      await load.run('clear');
    };
    await round(0, COME_AND_GO_AT_ONCE * 4);
    const before = await media.settledMb(settleMs);
    for (let done = 0; done < comeAndGo; done += COME_AND_GO_AT_ONCE) {
      await round(1000 + done, COME_AND_GO_AT_ONCE);
      if (done % 100 === 0) say(`${done} calls have come and gone: ${media.memoryMb().toFixed(0)} MB`);
    }
    const after = await media.settledMb(settleMs);
    return [
      { figure: 'memory after 20 calls', value: Math.round(before), unit: 'MB' },
      {
        figure: `memory after ${comeAndGo} calls more`,
        value: Math.round(after),
        unit: 'MB',
        target: 'no growth',
      },
    ];
  } finally {
    load.stop();
    await media.stop();
  }
}

const kindsOf = (kind) => (kind === 'voice' ? ['audio'] : ['audio', 'video']);

function credentialsOf(prefix, from, to) {
  return Promise.all(
    Array.from({ length: to - from }, (_, index) =>
      Promise.all(
        ['agent', 'customer'].map((identity) => credentialsFor(`${prefix}${from + index}`, identity)),
      ),
    ),
  );
}

async function credentialsFor(room, identity) {
  const token = new AccessToken(KEY, SECRET, { identity, ttl: '1h' });
  token.addGrant({ roomJoin: true, room });
  return token.toJwt();
}

async function startMedia(env = {}) {
  const child = fork(here('../packages/media/dist/bundle/main.js'), {
    env: {
      ...process.env,
      MEDIA_PORT: '0',
      MEDIA_KEY: KEY,
      MEDIA_SECRET: SECRET,
      MEDIA_LOAD_MAX: '1',
      MEDIA_TCP: 'false',
      LOG_LEVEL: 'error',
      ...env,
    },
    execArgv: ['--expose-gc'],
  });
  const [{ port }] = await once(child, 'message');
  const stat = () => fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const memoryMb = () =>
    Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
  return {
    url: `ws://127.0.0.1:${port}`,
    cpuSeconds: () => (Number(stat()[11]) + Number(stat()[12])) / 100,
    memoryMb,
    /** The memory after rooms have closed, which they do some seconds after the last participant has left. */
    async settledMb(settleMs) {
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      return memoryMb();
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function startLoad() {
  const child = fork(here('lib/call-load.mjs'), { execArgv: [] });
  const waiting = new Map();
  let last = 0;
  child.on('message', ({ id, answer, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(answer);
  });
  return {
    run(task, options) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, task, options });
      });
    },
    stop: () => child.kill('SIGKILL'),
  };
}
