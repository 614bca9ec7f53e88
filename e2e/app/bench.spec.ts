import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';

const BENCH = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url));
const PARTS = [
  'calls',
  'conversation',
  'desk',
  'fan-out',
  'first-sound',
  'floor',
  'import',
  'lists',
  'memory',
  'merge',
  'messaging',
  'pickup',
  'reports',
  'routing',
  'search',
  'telephony',
  'web',
];

let bench: ChildProcess;
test.afterEach(() => {
  // Its servers belong to its process group and end with it.
  if (bench.pid && bench.exitCode === null && bench.signalCode === null) process.kill(-bench.pid, 'SIGTERM');
});

test('the benchmarks run, print their tables and write what was measured on which machine @full', async () => {
  test.setTimeout(900_000); // about 25 s, but four servers and two generated databases are slow on a busy machine
  const out = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-'));
  const args = [BENCH, '--smoke', '--out', out];
  bench = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  bench.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const [code] = (await once(bench, 'close')) as [number | null];
  expect(code, stdout.slice(-2000)).toBe(0);
  for (const part of PARTS) {
    const result = JSON.parse(await fs.readFile(path.join(out, `${part}.json`), 'utf8')) as {
      part: string;
      machine: object;
      rows: { figure: string; value: string | number }[];
    };
    expect(result).toMatchObject({ part, machine: { node: process.version } });
    expect(result.rows.length).toBeGreaterThan(1);
    for (const { figure, value } of result.rows) {
      expect(stdout).toContain(figure);
      // Memory use may have decreased, hence the minus sign.
      expect(String(value)).toMatch(/^-?\d/);
    }
  }
  // Results of this test must not be mistaken for measurements of the product.
  expect((await fs.readdir(out)).filter((name) => name.endsWith('.json')).toSorted()).toEqual(
    PARTS.map((part) => `${part}.json`),
  );
  await fs.rm(out, { recursive: true });
});
