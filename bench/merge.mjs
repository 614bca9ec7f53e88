import { connect } from './lib/database.mjs';
import { generated, PASSWORD } from './lib/generate.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

/** Merges two long tickets, reads the result, and unmerges them, next to a large history, over HTTP. */
export async function measure({ tickets, messages, dataDir, mergeMessages, mergeRounds, say }) {
  await generated({ tickets, messages, dataDir, say });
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'empty' });
  try {
    const { token } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const ask = (method, path, body) => call(server.url, method, path, { token, body });
    const pairs = [];
    for (let n = 0; n < mergeRounds; n += 1)
      pairs.push([
        await longTicket({ ask, dataDir, n, mergeMessages }),
        await longTicket({ ask, dataDir, n, mergeMessages }),
      ]);
    const times = { merge: [], open: [], back: [], part: [] };
    for (const [a, b] of pairs) {
      times.merge.push(await timed(() => ask('POST', `/api/tickets/${b}/merge`, { from: [a] })));
      times.open.push(
        await timed(() =>
          Promise.all([ask('GET', `/api/tickets/${b}`), ask('GET', `/api/tickets/${b}/timeline`)]),
        ),
      );
      times.back.push(await timed(() => pageThrough(ask, b)));
      times.part.push(await timed(() => ask('POST', `/api/tickets/${a}/unmerge`, {})));
    }
    const row = (figure, list) => {
      const { p50, p95 } = percentiles(list);
      say(`  ${figure}: p50 ${p50} ms, p95 ${p95} ms`);
      return { figure, value: `${p50} / ${p95}`, unit: 'ms, p50 / p95' };
    };
    return [
      { figure: 'messages of each of the two tickets', value: mergeMessages, unit: '' },
      row('merged', times.merge),
      row('opened afterwards (detail and time line)', times.open),
      row('ten pages further back on the joined time line', times.back),
      row('parted again', times.part),
    ];
  } finally {
    await server.stop();
  }
}

/** A ticket with that many messages, inserted directly, since creating them is not to be measured. */
async function longTicket({ ask, dataDir, n, mergeMessages }) {
  const { data } = await ask('POST', '/api/tickets', {
    client_key: `bench-merge-${Date.now()}-${n}-${Math.random().toString(36).slice(2)}`,
    customer_id: 1,
    subject: 'A long story',
    department_id: 1,
  });
  const client = await connect(dataDir);
  await client.query(
    `insert into messages (ticket_id, media_id, kind, body, author_type, author_id, author_name, state, created_at)
     select $1, 6, case m % 2 when 1 then 'inbound' else 'outbound' end, 'A long story ' || m,
       case m % 2 when 1 then 'customer' else 'user' end, 1, 'Somebody', 'read', now() + m * interval '1 millisecond'
     from generate_series(1, $2::int) m`,
    [data.id, mergeMessages],
  );
  await client.end();
  return data.id;
}

async function pageThrough(ask, id) {
  let before = '';
  for (let page = 0; page < 10; page += 1) {
    const { data } = await ask('GET', `/api/tickets/${id}/timeline?limit=50${before}`);
    if (data.length === 0) return;
    before = `&before=${data[0].id}`;
  }
}

async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
