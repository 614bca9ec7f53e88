// Checks which files import which, and that no imports form a circle. "node scripts/arrows.mjs [folder]"
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { violation } from './lib/checks/arrow-rules.mjs';
import { root } from './lib/root.mjs';

const SKIPPED = new Set(['node_modules', 'dist', '.types']);
const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/** Returns every forbidden import below `base/packages`, as a sentence. */
export function checkArrows(base) {
  const files = [...sourcesBelow(path.join(base, 'packages'))].map((file) => path.relative(base, file));
  if (files.length === 0)
    throw new Error(`No sources below ${base}/packages: the check would be green without looking.`);
  const complaints = [];
  const graph = new Map();
  for (const file of files) {
    const imports = importsOf(path.join(base, file)).map((specifier) => ({
      specifier,
      target: resolve(base, file, specifier),
    }));
    graph.set(file, [...new Set(imports.map(({ target }) => target))]);
    for (const { specifier, target } of imports) {
      const reason = violation(file, specifier, target);
      if (reason) complaints.push(`${file} imports ${specifier}: ${reason}`);
    }
  }
  return { files: files.length, complaints: [...complaints, ...cycles(graph)] };
}

function* sourcesBelow(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* sourcesBelow(place);
    if (entry.isFile() && /\.tsx?$/.test(entry.name)) yield place;
  }
}

/** The imports of a file: static ones, re-exports, `import()`, and types. */
function importsOf(file) {
  const text = fs.readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`, { cause: errors[0] });
  const named = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
    .map(({ moduleRequest }) => moduleRequest?.value)
    .filter(Boolean);
  const dynamic = module.dynamicImports
    .map(
      ({ moduleRequest }) =>
        text.slice(moduleRequest.start, moduleRequest.end).match(/^['"`]([^$]+)['"`]$/)?.[1],
    )
    .filter(Boolean);
  return [...named, ...dynamic];
}

/** The path that a specifier resolves to, relative to `base`; the specifier itself for outside packages. */
function resolve(base, file, specifier) {
  const [, home] = file.match(/^(packages\/[^/]+)\//);
  const alias = specifier.match(/^#(platform|modules|shared|features|app)\/(.+)$/);
  const ours = specifier.match(/^@trunkline\/([^/]+)(?:\/(.+))?/);
  if (ours) return `packages/${ours[1]}/${ours[2] ?? 'src'}/index.ts`;
  if (!alias && !specifier.startsWith('.')) return specifier;
  const place = alias ? path.join(home, 'src', alias[1], alias[2]) : path.join(path.dirname(file), specifier);
  return (
    ENDINGS.map((ending) => place + ending).find((each) =>
      fs.statSync(path.join(base, each), { throwIfNoEntry: false })?.isFile(),
    ) ?? place
  );
}

function cycles(graph) {
  const found = [];
  const done = new Set();
  const visit = (file, trail) => {
    if (trail.includes(file))
      found.push(`A circle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`);
    if (done.has(file) || trail.includes(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

if (process.argv[1] === import.meta.filename) {
  const { files, complaints } = checkArrows(process.argv[2] ?? root);
  console.log([...complaints, `${files} files looked at, ${complaints.length} wrong imports`].join('\n'));
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
