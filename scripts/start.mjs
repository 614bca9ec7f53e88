// "npm start": from a bare clone to a running server. Imports nothing that has to be installed first.
import './lib/node-version.mjs';

const { fail } = await import('./lib/fail.mjs');
const { install } = await import('./lib/install.mjs');
const { build } = await import('./lib/build.mjs');
const { serve } = await import('./lib/serve.mjs');

try {
  await install();
  await build();
  await serve();
} catch (error) {
  fail(error);
}
