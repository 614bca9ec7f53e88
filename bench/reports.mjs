import { REPORTS } from '../packages/contract/dist/index.js';
import { figuresCheck } from '../packages/server/dist/figures-check.js';
import { connect } from './lib/database.mjs';
import { fillFigures } from './lib/generate-figures.mjs';
import { generated, PASSWORD } from './lib/generate.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

const MONTHS = 12;
const DAY_MS = 86_400_000;

/**
 * Every report and dashboard over a year of tickets, messages, chats, calls and activities, through HTTP: cold is the first request of its
 * kind to a server and database that have just been started, warm one of many in a row.
 */
export async function measure({ tickets, messages, dataDir: shared, rounds, reports: scale, say }) {
  const dataDir = `${shared}-reports`;
  const more = (client) => fillFigures(client, { months: MONTHS, say });
  await generated({ tickets, messages, dataDir, say, months: MONTHS, more });
  const rows = [{ figure: 'tickets / messages', value: `${tickets} / ${messages}`, unit: '' }];
  const times = new Map(requests().map(({ figure }) => [figure, { cold: [], warm: [], pages: 0 }]));

  for (let round = 0; round < scale.coldStarts; round += 1) {
    await withServer(dataDir, async (get) => {
      if (round === 0) rows.push(await summedUp(dataDir));
      else
        for (const { figure, path } of requests()) times.get(figure).cold.push(await timed(() => get(path)));
    });
  }
  await withServer(dataDir, async (get) => {
    const client = await connect(dataDir);
    for (const { figure, path, isLong } of requests()) {
      const count = isLong ? scale.longRounds : Math.min(rounds, scale.rounds);
      await get(path);
      times.get(figure).pages = await pagesOf(client, () => get(path));
      for (let n = 0; n < count; n += 1) times.get(figure).warm.push(await timed(() => get(path)));
      say(
        `  ${figure}: ${JSON.stringify(percentiles(times.get(figure).warm))}, ${times.get(figure).pages} pages`,
      );
    }
    await client.end();
  });
  for (const format of ['csv', 'xlsx']) rows.push(await exported(dataDir, { format, say }));
  for (const { figure, target } of requests()) {
    const { cold, warm, pages } = times.get(figure);
    const [first, later] = [percentiles(cold), percentiles(warm)];
    rows.push({
      figure,
      value: `${first.p50} / ${first.p95}, ${later.p50} / ${later.p95}, ${pages}`,
      unit: 'ms, cold p50 / p95, warm p50 / p95, pages of the database',
      target,
    });
  }
  return rows;
}

async function withServer(dataDir, work) {
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'empty' });
  try {
    const { token } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const ask = (method, path, body) => call(server.url, method, path, { token, ...(body && { body }) });
    await work((path) => ask('GET', path), { server, ask });
  } finally {
    await server.stop();
  }
}

/** Makes a file with every record of a quarter of live chats, and returns how fast it was and how much the server's memory grew meanwhile. */
async function exported(dataDir, { format, say }) {
  let row;
  await withServer(dataDir, async (get, { server, ask }) => {
    await get(`/api/reports/livechat?${range(30)}&group=day`);
    const before = server.memoryMb();
    let most = before;
    const [from, until] = [90, 0].map((back) =>
      new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10),
    );
    const query = { from, until, group: 'record' };
    const start = performance.now();
    const { data } = await ask('POST', '/api/report-exports', { report: 'livechat', format, query });
    let made = data;
    while (made.state === 'waiting' || made.state === 'working') {
      await pause(100);
      most = Math.max(most, server.memoryMb());
      made = (await get('/api/report-exports')).data.find(({ id }) => id === data.id);
    }
    const seconds = (performance.now() - start) / 1000;
    await ask('DELETE', `/api/report-exports/${data.id}`);
    row = {
      figure: `export of ${made.lines} records as ${format} (${made.state})`,
      value: `${seconds.toFixed(1)}, ${Math.round(most - before)}`,
      unit: 's, MB of memory more at most',
      target: '≤ 100 MB more for 1,000,000 rows',
    };
    say(`  ${row.figure}: ${row.value}`);
  });
  return row;
}

/** Longer than PostgreSQL's connections hold back their statistics. */
const COUNTED_MS = 1100;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns the number of database pages that a request reads, from memory or disk, because this does not depend on the machine's
 * load.
 */
async function pagesOf(client, request) {
  const read = async () => {
    const { rows } = await client.query(
      'select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0].pages);
  };
  await pause(COUNTED_MS);
  const before = await read();
  await request();
  await pause(COUNTED_MS);
  return (await read()) - before;
}

/** Times the computation of all days of tickets and of all message figures from nothing, as after an upgrade. */
async function summedUp(dataDir) {
  const client = await connect(dataDir);
  await client.query('delete from ticket_days');
  const ms = await timed(() =>
    figuresCheck({
      root: process.cwd(),
      env: { ...process.env, DATA_DIR: dataDir },
      say: () => {},
      rebuild: true,
    }),
  );
  // The server computes message figures too, and finishes the parts that it has begun.
  const isOpen = async () =>
    (await client.query('select exists (select from message_figure_marks) as open')).rows[0].open;
  const more = await timed(async () => {
    while (await isOpen()) await pause(200);
  });
  await client.query('vacuum analyze message_counts');
  await client.query('vacuum analyze message_waits');
  await client.query('vacuum analyze ticket_solvings');
  const { rows } = await client.query('select count(*)::int as days from ticket_days');
  await client.end();
  return {
    figure: `${rows[0].days} days of tickets, and the messages of all, summed up from nothing`,
    value: ((ms + more) / 1000).toFixed(1),
    unit: 's',
  };
}

async function timed(request) {
  const start = performance.now();
  await request();
  return performance.now() - start;
}

/** Parameters of a range of days that ends today, and of the equally long range before it. */
function range(days) {
  const day = (back) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  return `from=${day(days - 1)}&until=${day(0)}&before_from=${day(2 * days - 1)}&before_until=${day(days)}`;
}

function requests() {
  const quick = 'p95 ≤ 1000 cold, ≤ 200 warm';
  const where = encodeURIComponent(JSON.stringify([{ field: 'tags', op: 'is', value: ['refund'] }]));
  const dashboard = (name, days, more = '') => `/api/dashboards/${name}?${range(days)}${more}`;
  const report = (code, days, more = '') => `/api/reports/${code}?${range(days)}&group=day${more}`;
  return [
    { figure: 'dashboard of tickets, 30 days', path: dashboard('tickets', 30), target: quick },
    {
      figure: 'dashboard of tickets, half a year',
      path: dashboard('tickets', 180),
      target: quick,
      isLong: true,
    },
    {
      figure: 'dashboard of tickets, 30 days of a department',
      path: dashboard('tickets', 30, '&department_id=3'),
      target: quick,
    },
    {
      figure: 'dashboard of tickets, 30 days of an agent',
      path: dashboard('tickets', 30, '&user_id=7'),
      target: quick,
    },
    {
      figure: 'dashboard of tickets, 30 days with a tag',
      path: dashboard('tickets', 30, `&where=${where}`),
      target: 'p95 ≤ 2000',
      isLong: true,
    },
    { figure: 'dashboard of agents, 30 days', path: dashboard('agents', 30), target: quick, isLong: true },
    { figure: 'dashboard of surveys, 30 days', path: dashboard('survey', 30), target: quick },
    ...Object.keys(REPORTS).map((code) => ({
      figure: `report ${code}, 30 days`,
      path: report(code, 30),
      target: quick,
      isLong: true,
    })),
    {
      figure: 'report livechat, 30 days with a tag',
      path: report('livechat', 30, `&where=${where}`),
      target: 'p95 ≤ 2000',
      isLong: true,
    },
    {
      figure: 'report livechat, a year with a tag',
      path: `/api/reports/livechat?${range(365).replace(/&before.*/, '')}&group=day&where=${where}`,
      target: 'p95 ≤ 10000',
      isLong: true,
    },
  ];
}
