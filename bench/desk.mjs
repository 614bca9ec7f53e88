import { connect } from './lib/database.mjs';
import { agentToken, generated, PASSWORD } from './lib/generate.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

const EVERY = 'status=open,pending,on_hold,solved,closed&limit=50';
const OTHERS = 4;

/** The desk's list with conditions, and a bulk update while others work. */
export async function measure({ tickets, messages, dataDir, say, ...scale }) {
  await generated({ tickets, messages, dataDir, say });
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'empty' });
  const client = await connect(dataDir);
  try {
    const { rare, custom } = await spreadTickets(client, tickets);
    const { token } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const rows = [{ figure: 'tickets', value: String(tickets), unit: '' }];
    const list = (where, more = '', as = token) => {
      const conditions = encodeURIComponent(JSON.stringify(where));
      return call(server.url, 'GET', `/api/tickets?${EVERY}&where=${conditions}${more}`, { token: as });
    };
    const add = async (figure, request) => {
      const times = await timed(request, scale);
      rows.push({ figure, value: `${times.p50} / ${times.p95}`, unit: 'ms, p50 / p95', target: '≤ 100' });
      say(`  ${figure}: p50 ${times.p50} ms, p95 ${times.p95} ms`);
    };
    const is = (field, ...value) => ({ field, op: 'is', value });
    await add('a tag that a fifth has', () => list([is('tags', 'delivery')]));
    await add('a tag that one in five thousand has', () => list([is('tags', 'bench-rare')]));
    await add('the same, for an agent of one department', () =>
      list([is('tags', 'bench-rare')], '', agentToken(7)),
    );
    await add('a type that only the oldest have', () => list([is('type_id', rare)]));
    await add('the same, next deadline first', () => list([is('type_id', rare)], '&sort=due'));
    await add('a category that nobody has', () => list([{ field: 'category_id', op: 'is_set' }]));
    await add('two common values that never meet', () =>
      list([is('tags', 'delivery'), is('tags', 'refund')]),
    );
    await add('subject contains (few)', (n) =>
      list([{ field: 'subject', op: 'contains', value: `order ${77_000 + n}` }]),
    );
    await add('subject contains (nearly all)', () =>
      list([{ field: 'subject', op: 'contains', value: 'question' }]),
    );
    await add('created in the last two hours', () =>
      list([{ field: 'created_at', op: 'after', value: '-2h' }]),
    );
    await add('created before the last 23 months', () =>
      list([{ field: 'created_at', op: 'before', value: '-700d' }]),
    );
    await add('overdue', () => list([{ field: 'sla_due_at', op: 'before', value: '+0m' }]));
    await add('a custom field of 500, an answer that a tenth has', () => list([is(`field:${custom}`, '1')]));
    await add('the same field, an answer that one in five thousand has', () =>
      list([is(`field:${custom}`, '2')]),
    );
    await add('the same field, without an answer', () =>
      list([{ field: `field:${custom}`, op: 'is_empty' }]),
    );
    await add('five conditions at once', () =>
      list([
        is('tags', 'delivery', 'refund'),
        is('media_id', 1, 6),
        { field: 'unread', op: 'is', value: 0 },
        { field: 'created_at', op: 'after', value: '-300d' },
        { field: 'priority_id', op: 'is_not', value: [1] },
      ]),
    );
    // Other parts of the bench add tickets to the same history.
    const { rows: found } = await client.query(
      'select count(*)::int as count from tickets where merged_into is null',
    );
    await bulk({ server, token, rows, say, many: Math.min(10_000, found[0].count) });
    return rows;
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Rare values, created once: spread over all years, and only on the oldest tickets; and 500 custom fields. */
async function spreadTickets(client, tickets) {
  const found = await client.query(`select (select id from ticket_types where name = 'Bench rare') as rare,
    (select min(id) from custom_fields where key like 'bench%') as custom`);
  const [known] = found.rows;
  if (known.custom !== null) return { rare: Number(known.rare), custom: Number(known.custom) };
  const made = await client.query(`insert into ticket_types (name) values ('Bench rare') returning id`);
  const rare = Number(made.rows[0].id);
  const options = ['1', '2'].map((id) => ({ id, name: `Option ${id}`, is_active: true }));
  await client.query(
    `insert into custom_fields (name, key, entity, kind, options)
     select 'Field ' || n, 'bench-' || n, 'ticket', 'choice', $1::jsonb from generate_series(1, 500) n`,
    [JSON.stringify(options)],
  );
  const first = await client.query(`select min(id) as id from custom_fields where key like 'bench%'`);
  const custom = Number(first.rows[0].id);
  await client.query('alter table tickets disable trigger user');
  await client.query(`update tickets set tags = tags || '{bench-rare}' where id % 5000 = 17`);
  await client.query('update tickets set type_id = $1 where id <= $2', [rare, Math.max(10, tickets / 1000)]);
  for (const [option, which] of [
    ['1', 'id % 10 = 3'],
    ['2', 'id % 5000 = 17'],
  ]) {
    await client.query(`update tickets set fields = jsonb_build_object($1::text, $2::text) where ${which}`, [
      String(custom),
      option,
    ]);
    await client.query(
      `insert into ticket_field_values (field_id, ticket_id, word) select $1, id, $2 from tickets where ${which}`,
      [custom, option],
    );
  }
  await client.query('alter table tickets enable trigger user');
  await client.query('vacuum analyze tickets, ticket_field_values');
  return { rare, custom };
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

async function bulk({ server, token, rows, say, many }) {
  const others = listening(server.url);
  const before = percentiles(await others(async () => new Promise((resolve) => setTimeout(resolve, 5000))));
  let bulkChange;
  const start = performance.now();
  const times = await others(async () => {
    const change = { action: 'tag', add: [`bench-${Date.now()}`], remove: [] };
    const body = { change, tickets: { filter: { status: 'open,pending,on_hold,solved,closed' } } };
    bulkChange = (await call(server.url, 'POST', '/api/tickets/bulk', { token, body })).data;
    while (bulkChange.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 200));
      bulkChange = (await call(server.url, 'GET', `/api/tickets/bulk/${bulkChange.id}`, { token })).data;
    }
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (bulkChange.changed !== many) throw new Error(`${bulkChange.changed} of ${many} tickets were changed`);
  const during = percentiles(times);
  rows.push({ figure: `bulk change of ${many} tickets`, value: seconds, unit: 's' });
  rows.push({
    figure: `list of ${OTHERS} others before`,
    value: `${before.p50} / ${before.p95}`,
    unit: 'ms, p50 / p95',
  });
  rows.push({
    figure: `list of ${OTHERS} others meanwhile`,
    value: `${during.p50} / ${during.p95}`,
    unit: 'ms, p50 / p95',
  });
  say(`  ${many} tickets changed in ${seconds} s; others ${before.p95} → ${during.p95} ms`);
}

/** Agents who fetch their lists repeatedly while something else goes on. Returns the time of each fetch. */
const listening = (url) => async (meanwhile) => {
  let isOver = false;
  const times = [];
  const looks = Array.from({ length: OTHERS }, async (_, n) => {
    while (!isOver) {
      const start = performance.now();
      await call(url, 'GET', '/api/tickets?limit=50', { token: agentToken(n + 1) });
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await meanwhile();
  isOver = true;
  await Promise.all(looks);
  return times;
};
