import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const isSource = (name) =>
  /\.tsx?$/.test(name) &&
  !/\.(test|d)\.tsx?$/.test(name) &&
  !/(^|[\\/])(dist|node_modules|\.types)[\\/]/.test(name);

/** The sources below a folder, without tests, as paths from `base`; empty where there is no folder. */
export function sourcesBelow(base, folder) {
  const place = path.join(base, folder);
  if (!fs.existsSync(place)) return [];
  return fs
    .readdirSync(place, { recursive: true })
    .filter(isSource)
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`);
}

/** The text and syntax tree of a source file. */
export function readSource(base, file) {
  const text = fs.readFileSync(path.join(base, file), 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`, { cause: errors[0] });
  return { text, program };
}

/** Calls `see` for every node of a syntax tree, parents first. */
export function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  if (typeof node?.type !== 'string') return;
  see(node);
  for (const value of Object.values(node)) if (typeof value === 'object' && value) visit(value, see);
}
