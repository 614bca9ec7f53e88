import { generated, PASSWORD } from './lib/generate.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

const SEARCHES = [
  'refund account',
  'kembalikan',
  'foto barang rusak',
  'KN-4711',
  'damaged parcel photo',
  'courier tomorrow',
  'pengiriman',
];

/** Lists, search and opening a ticket, over a large history, through HTTP. */
export async function measure({ tickets, messages, dataDir, say, ...scale }) {
  await generated({ tickets, messages, dataDir, say });
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'empty' });
  try {
    const { token } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const agent = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'agent7', password: PASSWORD },
    });
    const get = (path, as = token) => call(server.url, 'GET', path, { token: as });
    const rows = [{ figure: 'tickets / messages', value: `${tickets} / ${messages}`, unit: '' }];
    const add = async (figure, target, request) => {
      const times = await timed(request, scale);
      rows.push({ figure, value: `${times.p50} / ${times.p95}`, unit: 'ms, p50 / p95', target });
      say(`  ${figure}: p50 ${times.p50} ms, p95 ${times.p95} ms`);
    };

    await add('open list of a department, first page', '≤ 50', (n) =>
      get(`/api/tickets?status=open&department=${1 + (n % 20)}&limit=50`),
    );
    await add('everything an agent sees, first page', '≤ 50', () =>
      get('/api/tickets?limit=50', agent.token),
    );
    const deep = await cursorOfPage(
      get,
      '/api/tickets?status=open,pending,on_hold,solved,closed&department=3&limit=50',
      scale.deepPage,
    );
    await add(`page ${deep.page} of a department, every status`, '≤ 50', () => get(deep.address));
    await add('open list of all departments, waiting longest', '≤ 50', () =>
      get('/api/tickets?status=open&sort=waiting&limit=50'),
    );
    await add('full-text search', '≤ 150', (n) =>
      get(
        `/api/tickets?status=open,pending,on_hold,solved,closed&q=${encodeURIComponent(SEARCHES[n % SEARCHES.length])}`,
      ),
    );
    await add('ticket opened (detail and time line)', '≤ 50', async (n) => {
      const id = 1 + ((n * 7919) % tickets);
      await Promise.all([get(`/api/tickets/${id}`), get(`/api/tickets/${id}/timeline`)]);
    });
    await add('counts', '≤ 50', () => get('/api/tickets/counts', agent.token));
    return rows;
  } finally {
    await server.stop();
  }
}

async function timed(request, { rounds, listWarmUp: warmUp }) {
  for (let n = 0; n < warmUp; n += 1) await request(n);
  const times = [];
  for (let n = 0; n < rounds; n += 1) {
    const start = performance.now();
    await request(n + warmUp);
    times.push(performance.now() - start);
  }
  return percentiles(times);
}

/** Goes to this page by following cursors, as a reader would. */
async function cursorOfPage(get, address, wanted) {
  let next = '';
  let page = 1;
  for (; page < wanted; page += 1) {
    const answer = await get(address + next);
    if (!answer.next) break;
    next = `&cursor=${encodeURIComponent(answer.next)}`;
  }
  return { address: address + next, page };
}
