// "npm run audit:check": see docs/operating.md.
import '../lib/node-version.mjs';
import { pathToFileURL } from 'node:url';

const { fail } = await import('../lib/fail.mjs');
const { install } = await import('../lib/install.mjs');
const { build } = await import('../lib/build.mjs');
const { inRoot, root } = await import('../lib/root.mjs');
const { say } = await import('../lib/steps.mjs');

try {
  await install();
  await build();
  const { auditCheck } = await import(pathToFileURL(inRoot('packages/server/dist/audit-check.js')).href);
  await auditCheck({ root, env: process.env, say });
  process.exit(0);
} catch (error) {
  fail(error);
}
