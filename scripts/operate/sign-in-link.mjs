// "npm run sign-in-link -- USERNAME": see docs/security.md.
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
  const { signInLink } = await import(
    pathToFileURL(inRoot('packages/server/dist/setup/sign-in-link.js')).href
  );
  await signInLink({ root, args: process.argv.slice(2), env: process.env, say });
  process.exit(0);
} catch (error) {
  fail(error);
}
