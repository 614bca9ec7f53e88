import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from '../root.mjs';

/** What a visitor loads before anything is shown, in kB with gzip. Raising a limit is a decision, not a fix. */
const LIMITS = [
  // With its styles, and the names of all scripts that are loaded later; the scripts alone are 167 kB. Another page takes 0.1 kB: its
  // place in the navigation, its icon, and the names of its scripts. Among what was added: 0.1 kB for retrying a session that could
  // not be fetched; 0.4 kB of names for the settings as one area and for what the desk loads later; 0.1 kB for toasts that stay while
  // the focus is on their buttons; 0.1 kB each of names for what new e-mails, replies and forwarding share, and for what copies;
  // 0.1 kB for asking again for what could not be fetched; and 0.1 kB for keys that belong to a field or dialog that is not there.
  { name: 'web app, first page', page: 'packages/web/dist/index.html', maxKb: 214.4 },
  {
    name: 'chat widget, loader on the customer’s page',
    page: 'packages/chat-widget/dist/loader.js',
    maxKb: 4.55,
  },
  // Includes 0.05 kB for the sentence, in two languages, that a solved chat continues with the next message.
  { name: 'chat widget, its own frame', page: 'packages/chat-widget/dist/frame.html', maxKb: 40.6 },
  { name: 'form, script on the customer’s page', page: 'packages/chat-widget/dist/form.js', maxKb: 0.8 },
  { name: 'form, its own frame', page: 'packages/chat-widget/dist/form.html', maxKb: 20 },
  // Loaded when a call begins, not before: nearly all of it is LiveKit's client.
  { name: 'call engine', page: 'packages/call-engine/dist/call-engine.js', maxKb: 170 },
  { name: 'call engine, backgrounds', page: 'packages/call-engine/dist/background.js', maxKb: 70 },
  { name: 'call engine, noise', page: 'packages/call-engine/dist/noise.js', maxKb: 2 },
];

/** Throws when something exceeds its limit; otherwise prints all sizes. */
export function checkSizes() {
  const lines = LIMITS.map(({ name, page, maxKb }) => {
    const kb =
      filesOf(inRoot(page)).reduce(
        (sum, file) => sum + gzipSync(fs.readFileSync(file), { level: 9 }).length,
        0,
      ) / 1000;
    return { text: `${name}: ${kb.toFixed(1)} of ${maxKb} kB`, isTooBig: kb > maxKb };
  });
  const output = lines.map(({ text }) => text).join('\n');
  if (lines.some(({ isTooBig }) => isTooBig))
    throw Object.assign(new Error('A bundle is too big'), { output });
  return output;
}

/** The page itself, with its scripts, preloads and styles. */
function filesOf(page) {
  if (!page.endsWith('.html')) return [page];
  const html = fs.readFileSync(page, 'utf8');
  const names = [...html.matchAll(/(?:src|href)="([^":]+\.(?:js|css))"/g)].map(([, url]) =>
    path.basename(url),
  );
  const everything = fs.readdirSync(path.dirname(page), { recursive: true });
  return [
    page,
    ...names.map((name) =>
      path.join(
        path.dirname(page),
        everything.find((file) => path.basename(file) === name),
      ),
    ),
  ];
}
