import { freePort } from '../scripts/lib/free-port.mjs';
import { generated, PASSWORD } from './lib/generate.mjs';
import { inspect } from './lib/inspector.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

const SAMPLE_EVERY_MS = 1000;

/**
 * Checks and applies a file of customers while somebody works with the list of customers. Then three times as many in a fresh
 * process: if memory use is flat, the peak is the same.
 */
export async function measure({ tickets, messages, dataDir, importRows, say }) {
  await generated({ tickets, messages, dataDir, say });
  const rows = [];
  for (const count of [importRows, importRows * 3]) rows.push(...(await measureOne({ dataDir, count, say })));
  return rows;
}

async function measureOne({ dataDir, count, say }) {
  const inspectPort = await freePort();
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'empty' }, { inspectPort });
  const heap = await inspect(inspectPort);
  try {
    const { token } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const ask = (method, path, body) => call(server.url, method, path, { token, body });
    const before = await listTimes(ask, 20);
    const first = { resident: server.memoryMb(), alive: await heap.liveMb() };
    const memory = watch(server, heap);
    const made = await upload(server.url, token, count);
    const others = [];
    const goes = async (path, body, end) => {
      const start = performance.now();
      await ask('POST', `/api/customers/imports/${made.id}/${path}`, body);
      for (;;) {
        others.push(...(await listTimes(ask, 1)));
        const { data } = await ask('GET', `/api/customers/imports/${made.id}`);
        if (data.state === end) return { seconds: (performance.now() - start) / 1000, data };
        if (data.state === 'failed') throw new Error('the import failed');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const { mapping } = made;
    const check = await goes('check', { mapping, existing: 'update' }, 'checked');
    const apply = await goes('apply', undefined, 'done');
    if (apply.data.created !== count) throw new Error(`${apply.data.created} of ${count} were created`);
    const most = await memory.stop();
    const [was, now] = [percentiles(before), percentiles(others)];
    say(`  ${count} lines: most alive ${most.alive.toFixed(0)} MB, resident ${most.resident.toFixed(0)} MB`);
    const named = (figure, value, unit) => ({ figure: `${count} lines: ${figure}`, value, unit });
    return [
      named('looked at', check.seconds.toFixed(1), 's'),
      named('taken in', apply.seconds.toFixed(1), 's'),
      named('taken in a second', Math.round(count / apply.seconds), ''),
      named('alive on the heap before it', first.alive.toFixed(1), 'MB'),
      named('most alive meanwhile', most.alive.toFixed(1), 'MB'),
      named('most alive in each tenth of the time', most.tenths.join(' '), 'MB'),
      named('resident before it', Math.round(first.resident), 'MB'),
      named('most resident meanwhile', Math.round(most.resident), 'MB'),
      named('list of customers before it', `${was.p50} / ${was.p95}`, 'ms, p50 / p95'),
      named('list of customers meanwhile', `${now.p50} / ${now.p95}`, 'ms, p50 / p95'),
    ];
  } finally {
    heap.stop();
    await server.stop();
  }
}

/** Samples heap and resident memory every second; the garbage collection for that slows the import down a little. */
function watch(server, heap) {
  const alive = [];
  let resident = 0;
  let isOver = false;
  const look = async () => {
    resident = Math.max(resident, server.memoryMb());
    alive.push(await heap.liveMb());
  };
  const looking = (async () => {
    while (!isOver) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await looking;
      await look();
      const tenth = Math.max(1, Math.ceil(alive.length / 10));
      const tenths = Array.from({ length: Math.ceil(alive.length / tenth) }, (_, n) =>
        Math.max(...alive.slice(n * tenth, (n + 1) * tenth)).toFixed(0),
      );
      return { alive: Math.max(...alive), resident, tenths };
    },
  };
}

async function upload(url, token, rows) {
  const run = Date.now().toString(36);
  const lines = Array.from(
    { length: rows },
    (_, n) => `Customer ${n},c${n}.${run}@import.example,Company ${n % 5000},en`,
  );
  const form = new FormData();
  form.append('file', new Blob([`name,email,company,language\n${lines.join('\n')}\n`]), 'customers.csv');
  const response = await fetch(`${url}/api/customers/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return (await response.json()).data;
}

async function listTimes(ask, rounds) {
  const times = [];
  for (let n = 0; n < rounds; n += 1) {
    const start = performance.now();
    await ask('GET', '/api/customers?limit=50');
    times.push(performance.now() - start);
  }
  return times;
}
