import { randomUUID } from 'node:crypto';
import { DEPARTMENTS, generated, PASSWORD, visitorToken } from './lib/generate.mjs';
import { atOnce, databaseCpuSeconds, oneByOne, openClient } from './lib/load.mjs';
import { call, startServer } from './lib/server.mjs';

/** What an agent does all day, through HTTP: lists, a conversation opened, replies; and what visitors write. */
export async function measure({ tickets, messages, dataDir, rounds, listWarmUp: warmUp, conversation, say }) {
  await generated({ tickets, messages, dataDir, say });
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'empty' });
  const client = openClient(server.url);
  try {
    const { token: admin } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const get = (path) => client.request('GET', path, { token: admin });
    const rows = [{ figure: 'tickets / messages', value: `${tickets} / ${messages}`, unit: '' }];
    const count = rounds;

    async function cpuOf(work, operations) {
      const before = [server.cpuSeconds(), databaseCpuSeconds(dataDir)];
      const value = await work();
      const after = [server.cpuSeconds(), databaseCpuSeconds(dataDir)];
      const cpu = after.map((seconds, n) => ((1000 * (seconds - before[n])) / operations).toFixed(1));
      return { value, cpu: cpu.join(' + ') };
    }
    async function time(figure, target, run) {
      const { value, cpu } = await cpuOf(() => oneByOne(run, { count, warmUp }), count + warmUp);
      rows.push({ figure, value: `${value.p50} / ${value.p95}`, unit: 'ms, p50 / p95', cpu, target });
      say(`  ${figure}: ${value.p50} / ${value.p95} ms, processor ${cpu} ms`);
    }
    async function rate(figure, target, { width, run }) {
      const total = conversation.atOnce;
      const { value, cpu } = await cpuOf(() => atOnce(run, { count: total, atOnce: width }), total);
      rows.push({ figure, value: Math.round(value), unit: 'a second', cpu, target });
      say(`  ${figure}: ${Math.round(value)} a second, processor ${cpu} ms`);
    }

    const { data: listed } = await get('/api/tickets?status=open,pending,solved&limit=100');
    const open = (n) => {
      const { id } = listed[n % listed.length];
      return Promise.all([get(`/api/tickets/${id}`), get(`/api/tickets/${id}/timeline`)]);
    };
    await time('conversation opened (detail and time line)', '≤ 2 / 4', open);
    await rate('the same, twenty at once', '≥ 900', { width: 20, run: open });
    await time('list of all departments, open', '≤ 4', () => get('/api/tickets?status=open&limit=50'));
    await time('list of all departments, every status', '≤ 5', () =>
      get('/api/tickets?status=open,pending,on_hold,solved,closed&limit=50'),
    );
    const every = '/api/tickets?status=open,pending,on_hold,solved,closed&limit=50&q=';
    const SEARCHES = [
      ['search: a word that is nowhere', '≤ 2', 'xyzzyplugh'],
      ['search: an order number', '≤ 4', 'KN-4711'],
      ['search: a common word', '≤ 12', 'refund'],
      ['search: two words side by side', '≤ 10', encodeURIComponent('"refund account"')],
      ['search: two words anywhere', '≤ 12', encodeURIComponent('courier tomorrow')],
    ];
    for (const [figure, target, words] of SEARCHES) await time(figure, target, () => get(every + words));

    const chats = await openChats(server.url, admin);
    const body = 'Where is my order? It should have been here.';
    const write = (n) =>
      client.request('POST', '/api/livechat/chat/messages', {
        token: chats[n % chats.length].token,
        body: { client_key: randomUUID(), body },
      });
    const reply = (n) =>
      client.request('POST', `/api/tickets/${chats[n % chats.length].ticketId}/messages`, {
        token: admin,
        body: { client_key: randomUUID(), body },
      });
    await time('a visitor writes', '≤ 3', write);
    await time('reply to a chat', '≤ 3', reply);
    await rate('messages of visitors, 32 at once', '≥ 600', { width: 32, run: write });
    return rows;
  } finally {
    client.close();
    await server.stop();
  }
}

/** One chat in each department, with its visitor's token. */
async function openChats(url, token) {
  const chats = [];
  for (let n = 1; n <= 2 * DEPARTMENTS; n += 1) {
    const visitor = visitorToken(n);
    const body = { client_key: randomUUID(), name: `Customer ${n}`, question: `Chat ${n}` };
    await call(url, 'POST', '/api/livechat/chat', { token: visitor, body });
    chats.push({ token: visitor });
  }
  const { data } = await call(url, 'GET', `/api/tickets?sort=created&status=open&limit=${chats.length}`, {
    token,
  });
  for (const ticket of data) {
    const chat = chats[Number(/\d+$/.exec(ticket.subject)?.[0]) - 1];
    if (chat) chat.ticketId = ticket.id;
  }
  return chats;
}
