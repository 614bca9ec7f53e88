// Checks that files and links named in documents exist. "node scripts/lib/checks/links.mjs [folder]"
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../root.mjs';

const SKIPPED = new Set(['node_modules', 'dist', '.types', '.git', 'fixtures']);
/** Folders that running and testing creates. */
const LEFT = /^(?:data(?:-\w+)?|(?:test|bench)-results)$/;
/** Documents about the past, whose files may be gone. */
const TOLD_ONCE = /^(?:CHANGELOG\.md|docs\/decisions\/)/;
const LINK = /\]\(([^)\s]+)[^)]*\)/g;
const NAMED_FILE = /`([\w@./-]+\.(?:tsx?|mjs|sql|md))`/g;

/** Every broken link in a document below `base`, and every named file that does not exist; one sentence each. */
export function checkLinks(base) {
  const files = [...filesBelow(base, '')];
  const documents = files.filter((file) => file.endsWith('.md'));
  if (documents.length === 0)
    throw new Error(`No documents below ${base}: the check would be green without looking.`);
  const complaints = documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(base, document), 'utf8');
    return [...brokenLinks(base, document, text), ...missingFiles(files, document, text)];
  });
  return { documents: documents.length, complaints };
}

function* filesBelow(base, folder) {
  for (const entry of fs.readdirSync(path.join(base, folder), { withFileTypes: true })) {
    const place = path.posix.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name) && !LEFT.test(place)) yield* filesBelow(base, place);
    if (entry.isFile()) yield place;
  }
}

const isElsewhere = (target) => /^[a-z]+:/.test(target);

function brokenLinks(base, document, text) {
  return [...text.matchAll(LINK)]
    .map(([, target]) => target)
    .filter((target) => !isElsewhere(target) && !leadsSomewhere(base, document, target))
    .map((target) => `${document} links to ${target}, which is not there`);
}

function leadsSomewhere(base, document, target) {
  const [file, heading] = target.split('#');
  const place = path.join(base, file ? path.join(path.dirname(document), file) : document);
  if (!fs.existsSync(place)) return false;
  return heading === undefined || headingsIn(fs.readFileSync(place, 'utf8')).includes(heading);
}

/** The anchors of a document's headings, as links write them. */
const headingsIn = (text) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Named files may leave out leading folders. */
function missingFiles(files, document, text) {
  if (TOLD_ONCE.test(document)) return [];
  return [...text.matchAll(NAMED_FILE)]
    .map(([, name]) => name)
    .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
    .map((name) => `${document} names ${name}, which is not there`);
}

if (process.argv[1] === import.meta.filename) {
  const { documents, complaints } = checkLinks(process.argv[2] ?? root);
  console.log([...complaints, `${documents} documents looked at, ${complaints.length} wrong`].join('\n'));
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
