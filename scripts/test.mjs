// "npm test": everything, from a bare clone. "--only unit|e2e|check" runs a part.
import './lib/node-version.mjs';

// The walks are over before the other pages are.
const JOURNEYS = [['pages', ['walks', 'phones']], 'calls'];
const PARTS = {
  check: { checks: true, suites: [] },
  unit: { checks: false, suites: ['unit'] },
  e2e: { checks: false, suites: JOURNEYS },
  all: { checks: true, suites: ['unit', ...JOURNEYS] },
};

const flag = process.argv.indexOf('--only');
const part = flag < 0 ? 'all' : process.argv[flag + 1];
if (!Object.hasOwn(PARTS, part)) {
  console.error('Say what to run: --only check, --only unit or --only e2e.');
  process.exit(1);
}
const { session } = await import('./lib/session.mjs');
await session(PARTS[part]);
