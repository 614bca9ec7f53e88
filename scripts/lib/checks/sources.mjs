import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const isSource = (name) =>
  /\.tsx?$/.test(name) &&
  !/\.(test|d)\.tsx?$/.test(name) &&
  !/(^|[\\/])(dist|node_modules|\.types)[\\/]/.test(name);

/** The sources below a folder, without tests, as paths from `base`; none where the folder is not there. */
export function sourcesBelow(base, folder) {
  const place = path.join(base, folder);
  if (!fs.existsSync(place)) return [];
  return fs
    .readdirSync(place, { recursive: true })
    .filter(isSource)
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`);
}

/** A source as text and as syntax tree. */
export function readSource(base, file) {
  const text = fs.readFileSync(path.join(base, file), 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`, { cause: errors[0] });
  return { text, program };
}

/** Shows every node of a syntax tree, those above before those below. */
export function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  if (typeof node?.type !== 'string') return;
  see(node);
  for (const value of Object.values(node)) if (typeof value === 'object' && value) visit(value, see);
}
