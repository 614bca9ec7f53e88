import { generated, PASSWORD } from './generate.mjs';
import { percentiles } from './report.mjs';
import { call, startServer } from './server.mjs';

/** Customers out of a file, looked at and taken in, while somebody works with the list of customers. */
export async function measure({ tickets, messages, dataDir, importRows, say }) {
  await generated({ tickets, messages, dataDir, say });
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'empty' });
  try {
    const { token } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const ask = (method, path, body) => call(server.url, method, path, { token, body });
    const before = await listTimes(ask, 20);
    const made = await upload(server.url, token, importRows);
    const memory = { first: server.memoryMb(), most: 0 };
    const others = [];
    const goes = async (path, body, end) => {
      const start = performance.now();
      await ask('POST', `/api/customers/imports/${made.id}/${path}`, body);
      for (;;) {
        others.push(...(await listTimes(ask, 1)));
        memory.most = Math.max(memory.most, server.memoryMb());
        const { data } = await ask('GET', `/api/customers/imports/${made.id}`);
        if (data.state === end) return { seconds: (performance.now() - start) / 1000, data };
        if (data.state === 'failed') throw new Error('the import failed');
      }
    };
    const { mapping } = made;
    const check = await goes('check', { mapping, existing: 'update' }, 'checked');
    const apply = await goes('apply', undefined, 'done');
    if (apply.data.created !== importRows)
      throw new Error(`${apply.data.created} of ${importRows} were created`);
    const [was, now] = [percentiles(before), percentiles(others)];
    return [
      { figure: 'customers in the file', value: importRows, unit: '' },
      { figure: 'looked at', value: check.seconds.toFixed(1), unit: 's' },
      { figure: 'taken in', value: apply.seconds.toFixed(1), unit: 's' },
      { figure: 'taken in a second', value: Math.round(importRows / apply.seconds), unit: '' },
      { figure: 'server memory before it', value: Math.round(memory.first), unit: 'MB' },
      { figure: 'most of it meanwhile', value: Math.round(memory.most), unit: 'MB' },
      { figure: 'list of customers before it', value: `${was.p50} / ${was.p95}`, unit: 'ms, p50 / p95' },
      { figure: 'list of customers meanwhile', value: `${now.p50} / ${now.p95}`, unit: 'ms, p50 / p95' },
    ];
  } finally {
    await server.stop();
  }
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
