// "npm test": everything, from a bare clone. "--only unit|e2e|check" runs a part.
import './lib/node-version.mjs';

const PARTS = {
  check: { checks: true, suites: [] },
  unit: { checks: false, suites: ['unit'] },
  e2e: { checks: false, suites: ['walks', 'pages', 'calls'] },
  all: { checks: true, suites: ['unit', 'walks', 'pages', 'calls'] },
};

const flag = process.argv.indexOf('--only');
const part = flag < 0 ? 'all' : process.argv[flag + 1];
if (!Object.hasOwn(PARTS, part)) {
  console.error('Say what to run: --only check, --only unit or --only e2e.');
  process.exit(1);
}
const { session } = await import('./lib/session.mjs');
await session(PARTS[part]);
