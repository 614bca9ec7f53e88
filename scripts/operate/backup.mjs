// "npm run backup", "npm run restore -- FILE", "npm run move-database": see docs/operating.md.
import '../lib/node-version.mjs';
import { pathToFileURL } from 'node:url';

const { fail } = await import('../lib/fail.mjs');
const { install } = await import('../lib/install.mjs');
const { build } = await import('../lib/build.mjs');
const { inRoot, root } = await import('../lib/root.mjs');
const { say } = await import('../lib/steps.mjs');

try {
  const [command, ...args] = process.argv.slice(2);
  await install();
  await build();
  const commands = await import(pathToFileURL(inRoot('packages/server/dist/backup/main.js')).href);
  await commands[command]({ root, args, env: process.env, say });
  process.exit(0);
} catch (error) {
  fail(error);
}
