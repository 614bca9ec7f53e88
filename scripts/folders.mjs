// Checks that no folder has more source files than a reader can survey. "node scripts/folders.mjs [folder]"
import fs from 'node:fs';
import path from 'node:path';
import { root } from './lib/root.mjs';

const MOST = 20;
const SOURCES = ['packages', 'e2e', 'bench', 'scripts'];
const SKIPPED = new Set(['node_modules', 'dist', '.types', 'fixtures', 'migrations']);
const SOURCE = /\.(?:tsx?|mts|mjs|js|css|html)$/;
/** Tests and texts, which are not counted. */
const UNCOUNTED = /(?:\.(?:test|spec)\.\w+|\.(?:en|id)\.ts|^texts\.ts)$/;

/** Every folder below `base` with too many files, one sentence each. */
export function checkFolders(base) {
  const folders = SOURCES.map((folder) => path.join(base, folder))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => [...foldersBelow(folder)]);
  if (folders.length === 0)
    throw new Error(`No folders below ${base}: the check would be green without looking.`);
  const complaints = folders
    .map((folder) => ({
      name: path.relative(base, folder).replaceAll(path.sep, '/'),
      count: countIn(folder),
    }))
    .filter(({ count }) => count > MOST)
    .map(
      ({ name, count }) =>
        `${name} holds ${count} source files: sort them into folders by subject, at most ${MOST} in each`,
    );
  return { folders: folders.length, complaints };
}

function* foldersBelow(folder) {
  yield folder;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* foldersBelow(path.join(folder, entry.name));
}

const countIn = (folder) =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !UNCOUNTED.test(entry.name)).length;

if (process.argv[1] === import.meta.filename) {
  const { folders, complaints } = checkFolders(process.argv[2] ?? root);
  console.log([...complaints, `${folders} folders looked at, ${complaints.length} too full`].join('\n'));
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
