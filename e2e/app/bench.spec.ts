import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'playwright/test';

const BENCH = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url));
const PARTS = [
  'calls',
  'desk',
  'fan-out',
  'import',
  'lists',
  'memory',
  'merge',
  'messaging',
  'pickup',
  'routing',
  'search',
  'telephony',
  'web',
];

test('the benchmarks run, print their tables and write what was measured on which machine @full', async () => {
  test.setTimeout(300_000); // about 25 s, but four servers and two generated databases are slow on a busy machine
  const out = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-'));
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--smoke', '--out', out]);
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
      // Memory may have become less.
      expect(String(value)).toMatch(/^-?\d/);
    }
  }
  // Nothing of it may be taken for a measurement of the product.
  expect((await fs.readdir(out)).filter((name) => name.endsWith('.json')).toSorted()).toEqual(
    PARTS.map((part) => `${part}.json`),
  );
  await fs.rm(out, { recursive: true });
});
