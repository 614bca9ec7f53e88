import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { io } from 'socket.io-client';
import { PASSWORD } from './lib/browser.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

/** Messages per customer, so that conversations grow as in reality. */
const MESSAGES_EACH = 20;
const AT_ONCE = 32;
/** If nothing has arrived for so long, what is missing counts as lost. */
const PATIENCE_MS = 60_000;

/**
 * WhatsApp messages from the simulator's phones, sent as fast as they are accepted: the time to the response and to an agent's
 * screen, and whether all arrive.
 */
export async function measure({ inbound, say }) {
  // Imported here, since it must have been built first.
  const { startMeta } = await import('../packages/simulator/dist/index.js');
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  const meta = await startMeta();
  const server = await startServer({
    DATA_DIR: dataDir,
    TRUNKLINE_SETUP: 'demo',
    DEMO_PASSWORD: PASSWORD,
    META_GRAPH_URL: meta.url,
  });
  try {
    const { token, user } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    meta.world.webhook = await addAccount(server.url, token, meta);
    const screen = await watchList(server.url, { token, userId: user?.id ?? 1 });
    const before = Math.round(server.memoryMb());
    say(`${inbound} messages are delivered`);
    const sent = new Map();
    const started = performance.now();
    const answered = await deliverAll(meta, inbound, sent);
    const delivered = performance.now();
    const lost = await screen.settled(sent);
    const seconds = (screen.lastAt() - started) / 1000;
    screen.stop();
    const shown = [...sent].flatMap(([text, at]) => {
      const seen = screen.seen.get(text);
      return seen === undefined ? [] : [seen - at];
    });
    const [accepted, visible] = [percentiles(answered, [50, 99]), percentiles(shown, [50, 99])];
    return [
      { figure: `${inbound} messages, on tickets`, value: Math.round(inbound / seconds), unit: 'messages/s' },
      {
        figure: 'deliveries answered meanwhile',
        value: Math.round((1000 * inbound) / (delivered - started)),
        unit: 'deliveries/s',
      },
      {
        figure: 'a delivery answered',
        value: `${accepted.p50.toFixed(1)} / ${accepted.p99.toFixed(1)}`,
        unit: 'ms, p50 / p99',
        target: 'p99 ≤ 100',
      },
      {
        figure: 'until it is on an agent’s screen',
        value: `${Math.round(visible.p50)} / ${Math.round(visible.p99)}`,
        unit: 'ms, p50 / p99',
      },
      { figure: 'lost', value: lost, unit: 'messages', target: '0' },
      {
        figure: 'server memory before and after',
        value: `${before} / ${Math.round(server.memoryMb())}`,
        unit: 'MB',
      },
    ];
  } finally {
    await server.stop();
    await meta.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addAccount(url, token, { business, accessToken, appSecret }) {
  const { data } = await call(url, 'POST', '/api/messaging-accounts', {
    token,
    body: {
      provider: 'whatsapp',
      name: 'Bench',
      department_id: 1,
      address: business.numberId,
      shown_address: business.shown,
      access_token: accessToken,
      app_secret: appSecret,
    },
  });
  return `${url}${new URL(data.webhook_url).pathname}`;
}

/** Follows the desk's list as an agent's screen does: every message changes its ticket. */
async function watchList(url, { token, userId }) {
  const socket = io(url, { query: { token, user_id: String(userId) }, transports: ['websocket'] });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  const seen = new Map();
  let lastAt = performance.now();
  socket.on('ticket-changed', ({ last_message: text }) => {
    if (!text.startsWith('m-') || seen.has(text)) return;
    lastAt = performance.now();
    seen.set(text, lastAt);
  });
  await socket.emitWithAck('watch', { topic: 'tickets' });
  return {
    seen,
    lastAt: () => lastAt,
    async settled(sent) {
      while (seen.size < sent.size && performance.now() - lastAt < PATIENCE_MS)
        await new Promise((resolve) => setTimeout(resolve, 100));
      return sent.size - seen.size;
    },
    stop: () => socket.close(),
  };
}

async function deliverAll(meta, count, sent) {
  const answered = [];
  meta.world.carry = async (attempt) => {
    const began = performance.now();
    const status = await attempt();
    if (status !== 200) throw new Error(`a delivery was answered with ${status}`);
    answered.push(performance.now() - began);
    return status;
  };
  const customers = Math.ceil(count / MESSAGES_EACH);
  let n = 0;
  const lane = async () => {
    while (n < count) {
      const at = n;
      n += 1;
      const from = at % customers;
      const phone = meta.phone(`62811${String(from).padStart(8, '0')}`, `Customer ${from}`);
      const text = `m-${at}`;
      sent.set(text, performance.now());
      await phone.send(text);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return answered;
}
