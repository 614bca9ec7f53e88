import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LEFT_OUT = new Set([
  'node_modules',
  '.git',
  '.types',
  'data',
  'docs',
  'e2e',
  'test-results',
  'bench-results',
]);

/** Copies the built repository to a folder where it may be changed. Dependencies are shared by links. */
export async function copyRepository(): Promise<string> {
  const copy = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-'));
  await fs.cp(ROOT, copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => source === ROOT || !LEFT_OUT.has(path.basename(source)),
  });
  const homes = ['.', ...(await fs.readdir(path.join(copy, 'packages'))).map((name) => `packages/${name}`)];
  for (const home of homes) await linkModules(path.join(ROOT, home), path.join(copy, home));
  return copy;
}

async function linkModules(from: string, to: string): Promise<void> {
  const names = await fs.readdir(path.join(from, 'node_modules')).catch(() => []);
  if (names.length === 0) return;
  await fs.mkdir(path.join(to, 'node_modules'));
  for (const name of names) {
    const [original, link] = [from, to].map((folder) => path.join(folder, 'node_modules', name)) as [
      string,
      string,
    ];
    // Links to our own packages must lead to their copies. Caches are left out, because they are written to.
    if (name === '@trunkline') await fs.cp(original, link, { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.vite')) await fs.symlink(original, link);
  }
}
