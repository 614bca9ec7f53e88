import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inRoot } from './lib/root.mjs';

const USED = /var\(\s*(--[\w-]+)\s*[,)]/g;
const SET_IN_STYLES = /(?:^|[\s;{])(--[\w-]+)\s*:/g;
const SET_IN_CODE = /['"`](--[\w-]+)['"`]/g;

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

function filesOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => /\.(css|tsx?)$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') }));
}

// A name that nothing sets leaves corners square and colours missing, and no tool says so.
it('the web app sets every variable that its styles use', () => {
  const files = filesOf(inRoot('packages', 'web', 'src'));
  const set = new Set(
    files.flatMap(({ name: file, text }) => [
      ...matches(text, SET_IN_STYLES),
      ...(file.endsWith('.css') ? [] : matches(text, SET_IN_CODE)),
    ]),
  );
  const unknown = files.flatMap(({ name: file, text }) =>
    matches(text, USED)
      .filter((used) => !used.startsWith('--mantine-') && !set.has(used))
      .map((used) => `${file}: ${used}`),
  );
  expect(set.size).toBeGreaterThan(10);
  expect(unknown).toEqual([]);
});
