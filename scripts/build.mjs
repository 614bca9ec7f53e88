// "npm run build" builds what has changed; "npm run build -- --force" everything.
import './lib/node-version.mjs';

const { fail } = await import('./lib/fail.mjs');
const { install } = await import('./lib/install.mjs');
const { build } = await import('./lib/build.mjs');
const { checkSizes } = await import('./lib/checks/sizes.mjs');

try {
  await install();
  await build({ force: process.argv.includes('--force') });
  console.log(checkSizes());
} catch (error) {
  fail(error);
}
