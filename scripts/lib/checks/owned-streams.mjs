import { readSource, sourcesBelow, visit } from './sources.mjs';

/** Code that serves clients: an unhandled stream error there would end the process. */
const SERVING = ['packages/server/src', 'packages/media/src'];
/** The only files that may handle upgrade connections, which Node passes on without error handlers. */
const ALLOWED_FILES = new Set([
  'packages/server/src/platform/http/upgrades.ts',
  'packages/media/src/server.ts',
]);

/** Every stream below `base` that is joined without handling errors, one sentence each. */
export function checkStreams(base) {
  const files = SERVING.flatMap((folder) => sourcesBelow(base, folder));
  if (files.length === 0)
    throw new Error(`No sources below ${base}: the check would be green without looking.`);
  const complaints = files.flatMap((file) => problemsOf(base, file));
  return { files: files.length, complaints };
}

function problemsOf(base, file) {
  const { text, program } = readSource(base, file);
  const found = [];
  visit(program, (node) => {
    const line = () => text.slice(0, node.start).split('\n').length;
    if (isCallOf(node, 'pipe') && !isSchema(node.callee.object))
      found.push(
        `${file}:${line()} joins streams with .pipe(): an error on the way has no owner; use pipeline`,
      );
    const [first] = node.arguments ?? [];
    if (isCallOf(node, 'on', 'once', 'addListener') && first?.value === 'upgrade' && !isAllowed(file, node))
      found.push(`${file}:${line()} listens for upgrades: take them from platform/http/upgrades.ts`);
  });
  return found;
}

/** Whether an upgrade is handled where it may be; one that answers a request of our own is allowed everywhere. */
const isAllowed = (file, { callee }) => ALLOWED_FILES.has(file) || callee.object.name === 'request';

const isCallOf = ({ type, callee }, ...names) =>
  type === 'CallExpression' && callee.type === 'MemberExpression' && names.includes(callee.property.name);

/** `z.string().pipe(…)` joins schemas, not streams. */
function isSchema(node) {
  let at = node;
  while (at.type === 'CallExpression' || at.type === 'MemberExpression') at = at.callee ?? at.object;
  return at.type === 'Identifier' && at.name === 'z';
}
