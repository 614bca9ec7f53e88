import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { io } from 'socket.io-client';
import { PASSWORD } from './browser.mjs';
import { percentiles } from './report.mjs';
import { call, startServer } from './server.mjs';

const SECRET = 'bench secret';
const NUMBER = '106540352242922';
/** Of each customer, so that conversations grow as they do. */
const MESSAGES_EACH = 20;
const AT_ONCE = 32;
/** Nothing new for so long: what has not come by then is lost. */
const PATIENCE_MS = 60_000;

/** WhatsApp messages delivered as fast as they are taken: how soon each is answered, and on an agent's screen, and whether all are. */
export async function measure({ inbound, say }) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'demo', DEMO_PASSWORD: PASSWORD });
  try {
    const { token, user } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const webhook = await addAccount(server.url, token);
    const screen = await watchList(server.url, { token, userId: user?.id ?? 1 });
    const before = Math.round(server.memoryMb());
    say(`${inbound} messages are delivered`);
    const sent = new Map();
    const started = performance.now();
    const answered = await deliverAll(webhook, inbound, sent);
    const delivered = performance.now();
    const lost = await screen.settled(sent);
    const seconds = (screen.lastAt() - started) / 1000;
    screen.stop();
    const shown = [...sent].flatMap(([text, at]) => {
      const seen = screen.seen.get(text);
      return seen === undefined ? [] : [seen - at];
    });
    const [door, eyes] = [percentiles(answered, [50, 99]), percentiles(shown, [50, 99])];
    return [
      { figure: `${inbound} messages, on tickets`, value: Math.round(inbound / seconds), unit: 'messages/s' },
      {
        figure: 'deliveries answered meanwhile',
        value: Math.round((1000 * inbound) / (delivered - started)),
        unit: 'deliveries/s',
      },
      {
        figure: 'a delivery answered',
        value: `${door.p50.toFixed(1)} / ${door.p99.toFixed(1)}`,
        unit: 'ms, p50 / p99',
        target: 'p99 ≤ 100',
      },
      {
        figure: 'until it is on an agent’s screen',
        value: `${Math.round(eyes.p50)} / ${Math.round(eyes.p99)}`,
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
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addAccount(url, token) {
  const { data } = await call(url, 'POST', '/api/messaging-accounts', {
    token,
    body: {
      provider: 'whatsapp',
      name: 'Bench',
      department_id: 1,
      address: NUMBER,
      shown_address: '+62 21 5550 1234',
      access_token: 'none',
      app_secret: SECRET,
    },
  });
  return `${url}${new URL(data.webhook_url).pathname}`;
}

/** The desk's list as an agent's screen follows it: every message changes the ticket that it comes to. */
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

async function deliverAll(webhook, count, sent) {
  const answered = [];
  const customers = Math.ceil(count / MESSAGES_EACH);
  let n = 0;
  const lane = async () => {
    while (n < count) {
      const at = n;
      n += 1;
      const text = `m-${at}`;
      const body = JSON.stringify(delivery(at % customers, text));
      const signature = createHmac('sha256', SECRET).update(body).digest('hex');
      const began = performance.now();
      sent.set(text, began);
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
      const response = await fetch(webhook, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`a delivery was answered with ${response.status}`);
      await response.arrayBuffer();
      answered.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return answered;
}

function delivery(customer, body) {
  const from = `62811${String(customer).padStart(8, '0')}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '622155501234', phone_number_id: NUMBER },
    contacts: [{ profile: { name: `Customer ${customer}` }, wa_id: from }],
    messages: [{ from, id: `wamid.${body}`, timestamp, type: 'text', text: { body } }],
  };
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  };
}
