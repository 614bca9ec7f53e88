// "npm run check": all that a change has to pass before it is worth a look, in under five minutes.
import './lib/node-version.mjs';

const { session } = await import('./lib/session.mjs');
const { suitesOf } = await import('./lib/suites.mjs');
await session({ checks: true, suites: [suitesOf({}).unit] });
