// "npm run bench": figures, not tests. Prints a table and writes bench-results/<part>.json with the machine it ran on.
//   npm run bench -- --tickets 1000000 --messages 5000000     the sizes of the issue; the default is a tenth of it
//   npm run bench -- --only lists,fan-out                      some parts only: lists, fan-out, memory, start, web
import './lib/node-version.mjs';
import { parseArgs } from 'node:util';
import { fail } from './lib/fail.mjs';
import { install } from './lib/install.mjs';
import { build } from './lib/build.mjs';
import { say } from './lib/steps.mjs';

const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '100000' },
    messages: { type: 'string', default: '500000' },
    only: { type: 'string', default: 'lists,fan-out,memory,start,web' },
    /** Keeps the generated database for the next run. */
    data: { type: 'string', default: 'bench-results/data' },
  },
});

try {
  await install();
  await build();
  const { report } = await import('../bench/report.mjs');
  const sizes = { tickets: Number(values.tickets), messages: Number(values.messages) };
  for (const part of values.only.split(',')) {
    say(`Measuring: ${part}`);
    const { measure } = await import(`../bench/${part}.mjs`);
    report(part, await measure({ ...sizes, dataDir: values.data, say }));
  }
} catch (error) {
  fail(error);
}
