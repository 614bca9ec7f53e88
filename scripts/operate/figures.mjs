// "npm run figures:check": see docs/operating.md.
import '../lib/node-version.mjs';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';

const { fail } = await import('../lib/fail.mjs');
const { install } = await import('../lib/install.mjs');
const { build } = await import('../lib/build.mjs');
const { inRoot, root } = await import('../lib/root.mjs');
const { say } = await import('../lib/steps.mjs');

try {
  const { values } = parseArgs({ options: { rebuild: { type: 'boolean', default: false } } });
  await install();
  await build();
  const { figuresCheck } = await import(pathToFileURL(inRoot('packages/server/dist/figures-check.js')).href);
  await figuresCheck({ root, env: process.env, say, rebuild: values.rebuild });
  process.exit(0);
} catch (error) {
  fail(error);
}
