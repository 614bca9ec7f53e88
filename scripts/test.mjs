// "npm test": the core, from a bare clone. "npm run test:full": everything.
//   --only check|unit|e2e|pages|calls   a part of it
//   --shard 1/3                         a third of the tests
import './lib/node-version.mjs';
import { parseArgs } from 'node:util';

const PARTS = {
  check: { checks: true, suites: [] },
  unit: { checks: false, suites: ['unit'] },
  pages: { checks: false, suites: ['pages'] },
  calls: { checks: false, suites: ['calls'] },
  e2e: { checks: false, suites: ['pages', 'calls'] },
  all: { checks: true, suites: ['unit', 'pages', 'calls'] },
};

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string', default: 'all' },
    shard: { type: 'string' },
  },
});
if (!Object.hasOwn(PARTS, values.only)) {
  console.error(`Say what to run: --only ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
const { session } = await import('./lib/session.mjs');
const { suitesOf } = await import('./lib/suites.mjs');
const { checks, suites } = PARTS[values.only];
const all = suitesOf(values);
await session({ checks, suites: suites.map((name) => all[name]) });
// Last, because it builds again. Not in a shard of the full run, which has no time for it.
if (values.full && values.only === 'all' && !values.shard) {
  const { reportNodes, testNodes } = await import('./lib/nodes.mjs');
  reportNodes(await testNodes({ isShared: true }));
}
