// "npm run check": all checks that a change must pass before review, in under five minutes.
import './lib/node-version.mjs';

const { session } = await import('./lib/session.mjs');
const { suitesOf } = await import('./lib/suites.mjs');
await session({ checks: true, suites: [suitesOf({}).unit] });
