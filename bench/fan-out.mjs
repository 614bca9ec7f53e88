import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { agentToken, DEPARTMENTS, generated, visitorToken } from './lib/generate.mjs';
import { connect } from './lib/database.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

const PER_SECOND = 50;

/** The time of an inbound live-chat message to the agent's screen, compared with bare Socket.IO. */
export async function measure({ dataDir, say, ...scale }) {
  const folder = `${dataDir}-fan-out`;
  await generated({ tickets: 2000, messages: 10_000, dataDir: folder, say });
  const server = await startServer({ DATA_DIR: folder, TRUNKLINE_SETUP: 'empty' });
  const bare = await startBare();
  const [agents, bareAgents] = [client(), client()];
  try {
    const chats = await openChats(server.url, scale.chats);
    await agents.run('connect', {
      url: server.url,
      agents: agentsOf(chats, scale.agents, (chat) => ['tickets', `ticket:${chat.ticketId}`]),
    });
    await bareAgents.run('connect', {
      url: bare.url,
      bare: true,
      agents: agentsOf(chats, scale.agents, (chat, n) => [roomOf(n), `ticket:${chat.ticketId}`]),
    });

    const cpu = server.cpuSeconds();
    const ours = await stream(
      agents,
      scale,
      (key, chat) =>
        call(server.url, 'POST', '/api/livechat/chat/messages', {
          token: chat.token,
          body: { client_key: key, body: 'Where is my order? It should have been here.' },
        }),
      chats,
    );
    const cpuShare = (100 * (server.cpuSeconds() - cpu)) / scale.seconds;
    const sample = await sampleEvents(folder);
    const theirs = await stream(
      bareAgents,
      scale,
      (key, chat, n) => call(bare.url, 'POST', '/', { body: { emits: emitsFor(sample, chat, n, key) } }),
      chats,
    );

    await Promise.all([agents.run('clear'), bareAgents.run('clear')]);
    const oursBurst = await burstOurs(agents, scale, { folder, sample });
    const bareBurst = await burstBare(bareAgents, scale, { url: bare.url, sample });
    return [
      { figure: `agents connected, messages a second`, value: `${scale.agents}, ${PER_SECOND}`, unit: '' },
      {
        figure: 'message to the agent’s screen',
        value: `${ours.p50} / ${ours.p99}`,
        unit: 'ms, p50 / p99',
        target: 'p99 ≤ 300',
      },
      {
        figure: 'the same through bare Socket.IO',
        value: `${theirs.p50} / ${theirs.p99}`,
        unit: 'ms, p50 / p99',
      },
      { figure: 'messages that arrived', value: `${ours.arrived} of ${ours.sent}`, unit: '', target: 'all' },
      { figure: 'server processor', value: Number(cpuShare.toFixed(1)), unit: '% of one core' },
      { figure: 'server memory', value: Math.round(server.memoryMb()), unit: 'MB' },
      { figure: 'fan-out as fast as it goes', value: Math.round(oursBurst), unit: 'deliveries/s' },
      { figure: 'bare Socket.IO as fast as it goes', value: Math.round(bareBurst), unit: 'deliveries/s' },
      { figure: 'ratio', value: Math.round((100 * oursBurst) / bareBurst), unit: '%', target: '≥ 70' },
    ];
  } finally {
    agents.stop();
    bareAgents.stop();
    bare.stop();
    await server.stop();
  }
}

const roomOf = (n) => `tickets:department:${1 + (n % DEPARTMENTS)}`;

/** Agent n subscribes to the list of a department, and has one chat open. */
function agentsOf(chats, count, topicsOf) {
  return Array.from({ length: count }, (_, index) => {
    const n = index + 1;
    const department = chats.filter((chat) => chat.department === 1 + (n % DEPARTMENTS));
    const chat = department[Math.floor(index / DEPARTMENTS) % department.length];
    return { token: agentToken(n), id: n, topics: topicsOf(chat, n) };
  });
}

async function openChats(url, count) {
  const chats = [];
  for (let n = 1; n <= count; n += 1) {
    const token = visitorToken(n);
    await call(url, 'POST', '/api/livechat/chat', {
      token,
      body: { client_key: randomUUID(), name: `Customer ${n}`, question: `Chat ${n} ${randomUUID()}` },
    });
    chats.push({ token, department: 1 + (n % DEPARTMENTS) });
  }
  const { token } = await call(url, 'POST', '/api/auth/login', {
    body: { username: 'admin', password: 'bench-password-1' },
  });
  const { data } = await call(url, 'GET', `/api/tickets?sort=created&status=open&limit=${count}`, { token });
  data.reverse().forEach((ticket, index) => (chats[index].ticketId = ticket.id));
  return chats;
}

/** Sends at an even rate, and returns the times from sending to arrival. */
async function stream(agents, { seconds, warmUp }, send, chats) {
  const sent = new Map();
  const total = PER_SECOND * seconds + warmUp;
  const started = performance.now();
  const pending = [];
  for (let n = 0; n < total; n += 1) {
    const due = started + (n * 1000) / PER_SECOND;
    if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const key = randomUUID();
    if (n >= warmUp) sent.set(key, performance.timeOrigin + performance.now());
    pending.push(send(key, chats[n % chats.length], n));
  }
  await Promise.all(pending);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const arrivals = await agents.run('arrivals');
  const times = [...sent].flatMap(([key, at]) => (arrivals[key] ? [arrivals[key] - at] : []));
  return { ...percentiles(times), sent: sent.size, arrived: times.length };
}

/** The events that our server sent for one message. */
async function sampleEvents(folder) {
  const database = await connect(folder);
  const { rows } = await database.query(
    `select distinct on (name) name, payload, rooms from events where name in ('livechat-message', 'ticket-changed') order by name, seq desc`,
  );
  await database.end();
  return rows;
}

function emitsFor(sample, chat, n, key) {
  return sample.map(({ name, payload }) => ({
    name,
    payload: name === 'livechat-message' ? { ...payload, client_key: key } : payload,
    rooms:
      name === 'livechat-message' ? [`ticket:${chat.ticketId}`] : [`tickets:department:${chat.department}`],
  }));
}

const ALL = Array.from({ length: DEPARTMENTS }, (_, n) => `tickets:department:${n + 1}`);

/** Stored events: the time from the commit to the last screen. */
async function burstOurs(agents, scale, { folder, sample }) {
  const database = await connect(folder);
  const { payload } = sample.find(({ name }) => name === 'ticket-changed');
  const started = performance.now();
  await database.query(
    `insert into events (name, payload, rooms) select 'ticket-changed', $1, $2 from generate_series(1, $3::int)`,
    [payload, ALL, scale.burst],
  );
  await database.query(`select pg_notify('trunkline', '{"from":"bench","topic":"events","payload":null}')`);
  const rate = await waitForAll(agents, scale.burst * scale.agents, started);
  await database.end();
  return rate;
}

async function burstBare(agents, scale, { url, sample }) {
  const { payload } = sample.find(({ name }) => name === 'ticket-changed');
  const started = performance.now();
  await call(url, 'POST', '/', {
    body: { times: scale.burst, emits: [{ name: 'ticket-changed', payload, rooms: ALL }] },
  });
  return waitForAll(agents, scale.burst * scale.agents, started);
}

async function waitForAll(agents, wanted, started) {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const count = await agents.run('count', 'ticket-changed');
    if (count >= wanted) return (1000 * wanted) / (performance.now() - started);
    if (performance.now() > giveUpAt) throw new Error(`only ${count} of ${wanted} arrived`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The process that simulates the agents. */
export function client() {
  const child = fork('bench/lib/agents.mjs');
  const waiting = new Map();
  let last = 0;
  child.on('message', ({ id, result }) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  return {
    run: (name, args) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        child.send({ id: last, name, args });
      }),
    stop: () => child.kill(),
  };
}

async function startBare() {
  const child = fork('bench/lib/bare-socket-io.mjs');
  const { port } = await new Promise((resolve) => child.once('message', resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
