import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './root.mjs';

const SKIPPED = new Set(['node_modules', 'dist', '.types', '.vite']);
const isSource = (name) =>
  !SKIPPED.has(name) && !name.endsWith('.tsbuildinfo') && !/\.test\.tsx?$/.test(name);

/** A hash of files and of all sources below folders, by name and content, without build output. */
export function fingerprint(paths, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const file of paths.flatMap((each) => [...filesBelow(inRoot(each))])) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function* filesBelow(place) {
  const found = fs.statSync(place, { throwIfNoEntry: false });
  if (found?.isFile()) yield place;
  if (!found?.isDirectory()) return;
  for (const name of fs.readdirSync(place).filter(isSource).sort()) yield* filesBelow(path.join(place, name));
}

export function readStamp(file) {
  return fs.existsSync(inRoot(file)) ? fs.readFileSync(inRoot(file), 'utf8') : '';
}

export function writeStamp(file, value) {
  fs.writeFileSync(inRoot(file), value);
}
