import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { io } from 'socket.io-client';
import { PASSWORD } from './lib/browser.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

const SITUATION = new URL('../fixtures/ami/01-inbound-answer-agent-hangs-up.txt', import.meta.url);
const AGENTS = ['agent1', 'agent2', 'agent3', 'agent4', 'agent5', 'agent6'];
/** If nothing has arrived for so long, what is missing counts as lost. */
const PATIENCE_MS = 60_000;

/**
 * Recorded events of a real gateway: several calls at once in real time, to measure how soon a screen rings; then many as fast
 * as they are accepted, to measure events per second, and whether all arrive.
 */
export async function measure({ phone: { atOnce, replayed, pace }, say }) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  const gateway = await startGateway();
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'demo', DEMO_PASSWORD: PASSWORD });
  try {
    const screens = await Promise.all(AGENTS.map((username) => openScreen(server.url, username)));
    await connect(server.url, gateway.port);
    const live = await ringAll(gateway, screens, { atOnce, pace, say });
    const before = Math.round(server.memoryMb());
    const fast = await replayAll(gateway, screens, { from: atOnce, count: replayed, say });
    for (const { socket } of screens) socket.close();
    return [
      {
        figure: `from the gateway’s event until the agent’s screen rings, ${atOnce} calls at once`,
        value: `${live.p50.toFixed(1)} / ${live.p99.toFixed(1)}`,
        unit: 'ms, p50 / p99',
        target: 'p99 ≤ 150',
      },
      {
        figure: `${replayed} calls told as fast as they are taken`,
        value: Math.round(fast.events / fast.seconds),
        unit: 'events/s',
        target: '≥ 5000',
      },
      { figure: 'calls lost', value: fast.lost, unit: 'calls', target: '0' },
      {
        figure: 'server memory before and after',
        value: `${before} / ${Math.round(server.memoryMb())}`,
        unit: 'MB',
      },
    ];
  } finally {
    await server.stop();
    gateway.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A gateway that accepts every sign-in, has no calls, and sends the events that it is told to. */
async function startGateway() {
  const lines = new Set();
  const server = net.createServer((socket) => {
    lines.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => lines.delete(socket));
    let rest = '';
    socket.on('data', (piece) => {
      rest += String(piece);
      const parts = rest.split('\r\n\r\n');
      rest = parts.pop();
      for (const part of parts) socket.write(answerTo(part));
    });
    socket.write('Asterisk Call Manager/11.0.0\r\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    say: (text) => lines.forEach((socket) => socket.write(text)),
    close() {
      for (const socket of lines) socket.destroy();
      server.close();
    },
  };
}

function answerTo(action) {
  const id = /ActionID: .*/.exec(action)?.[0] ?? '';
  const booted = 'Event: FullyBooted\r\nStatus: Fully Booted\r\n\r\n';
  if (/Action: Login/.test(action)) return `Response: Success\r\n${id}\r\n\r\n${booted}`;
  const [, list] = /Action: (CoreShowChannels|QueueStatus|DBGetTree)/.exec(action) ?? [];
  if (!list) return `Response: Success\r\n${id}\r\n\r\n`;
  return `Response: Success\r\n${id}\r\nEventList: start\r\n\r\nEvent: ${list}Complete\r\n${id}\r\nEventList: Complete\r\n\r\n`;
}

async function connect(url, port) {
  const { token } = await call(url, 'POST', '/api/auth/login', {
    body: { username: 'admin', password: PASSWORD },
  });
  const reach = { host: '127.0.0.1', port, is_tls: false, username: 'bench', secret: 'bench' };
  const body = { name: 'Bench', department_id: 1, is_active: true, after_call_seconds: 0, ...reach };
  const { data: made } = await call(url, 'POST', '/api/phone/gateways', { token, body });
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let health; health?.state !== 'ok';) {
    if (performance.now() > giveUpAt)
      throw new Error(`the gateway was not connected to: ${JSON.stringify(health ?? 'it is not listed')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { data } = await call(url, 'GET', '/api/phone/gateways', { token });
    // The demo workspace has another gateway.
    health = data.find((gateway) => gateway.id === made.id)?.health;
  }
}

/** The screen of a ready agent: when it rang for which call, and which ends of calls it got. */
async function openScreen(url, username) {
  const { token } = await call(url, 'POST', '/api/auth/login', { body: { username, password: PASSWORD } });
  const { data: user, extension } = await call(url, 'GET', '/api/user', { token });
  const socket = io(url, { query: { token, user_id: String(user.id) }, transports: ['websocket'] });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  await call(url, 'PUT', '/api/user/activity', { token, body: { user_activity_id: 6 } });
  const rang = new Map();
  const over = new Set();
  socket.on('agent-called-event', ({ uniqueid }) => rang.set(uniqueid, performance.now()));
  socket.on('agent-complete-event', ({ uniqueid }) => over.add(uniqueid));
  await socket.emitWithAck('resume', { after: null, topics: [] });
  return { socket, extension, rang, over };
}

const BLOCKS = fs
  .readFileSync(SITUATION, 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#') && !line.startsWith('> '))
  .join('\r\n')
  .split(/(?:\r\n){2,}/)
  .map((block) => block.trim())
  .filter((block) => block.startsWith('Event: ') && !block.includes('ActionID: '));
const timeOf = (block) => Number(/\r\nTimestamp: ([\d.]+)/.exec(block)?.[1] ?? 0);
const FIRST = Math.min(...BLOCKS.map(timeOf).filter(Boolean));

/** Returns the recorded call with another agent, number and start, as blocks with their time within the call. */
function callOf(n, extension, beginsAt) {
  return BLOCKS.map((block) => {
    const after = timeOf(block) - FIRST;
    const text = block
      .replaceAll('2001', extension)
      .replaceAll('081234567890', `0811${String(n).padStart(8, '0')}`)
      .replaceAll('pbx-', `b${n}-`)
      .replace(/\r\nTimestamp: [\d.]+/, `\r\nTimestamp: ${(beginsAt / 1000 + after).toFixed(6)}`);
    return { text: `${text}\r\n\r\n`, after: Math.max(0, after) * 1000 };
  });
}

async function ringAll(gateway, screens, { atOnce, pace, say }) {
  say(`${atOnce} calls in their own time`);
  const told = new Map();
  const waits = Array.from({ length: atOnce }, async (_, n) => {
    const { extension } = screens[n % screens.length];
    // The calls begin spread over two seconds, like those of real callers.
    await new Promise((resolve) => setTimeout(resolve, (2000 * pace * n) / atOnce));
    const began = performance.now();
    for (const { text, after } of callOf(n, extension, Date.now())) {
      const left = began + after * pace - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      const [, id] = /^Event: AgentCalled\r\n(?:.*\r\n)*?Uniqueid: (\S+)/.exec(text) ?? [];
      if (id) told.set(id, performance.now());
      gateway.say(text);
    }
  });
  await Promise.all(waits);
  await waitForCount(screens, ({ rang }) => rang, told.size);
  // The ends of these calls must not be counted with the next ones.
  await waitForCount(screens, ({ over }) => over, atOnce);
  const rang = new Map(screens.flatMap((screen) => [...screen.rang]));
  const delays = [...told].flatMap(([id, at]) => (rang.has(id) ? [rang.get(id) - at] : []));
  return percentiles(delays, [50, 99]);
}

async function replayAll(gateway, screens, { from, count, say }) {
  say(`${count} calls as fast as they are taken`);
  for (const { over } of screens) over.clear();
  const calls = Array.from({ length: count }, (_, n) =>
    callOf(from + n, screens[n % screens.length].extension, Date.now() - 60_000),
  );
  const began = performance.now();
  for (const blocks of calls) gateway.say(blocks.map(({ text }) => text).join(''));
  const [seen, endedAt] = await waitForCount(screens, ({ over }) => over, count);
  return { events: count * BLOCKS.length, seconds: (endedAt - began) / 1000, lost: count - seen };
}

/** Waits until `count` have arrived, or nothing has arrived for `PATIENCE_MS`. */
async function waitForCount(screens, of, count) {
  let last = performance.now();
  for (let seen = 0; seen < count && performance.now() - last < PATIENCE_MS;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const now = screens.reduce((sum, screen) => sum + of(screen).size, 0);
    if (now > seen) last = performance.now();
    seen = now;
    if (seen >= count) break;
  }
  return [screens.reduce((sum, screen) => sum + of(screen).size, 0), last];
}
