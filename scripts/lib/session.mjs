import fs from 'node:fs';
import path from 'node:path';
import { build, buildWithSimulator } from './build.mjs';
import { CHECKS } from './checks/checks.mjs';
import { fail } from './fail.mjs';
import { install } from './install.mjs';
import { scratchFolder } from './scratch.mjs';
import { say, step } from './steps.mjs';
import { resultsOf, runSuite } from './suites.mjs';
import { keepFlaky, summaryOf } from './summary.mjs';

const PARALLEL_CHECKS = 2;
// Max. characters of a check's output.
const MOST_OUTPUT = 6_000;

/**
 * Installs, builds, then runs what is asked for: `checks`, and `suites` one after the other. Ends with what failed, the totals and an
 * exit code.
 * @param {{ checks: boolean, suites: import('./suites.mjs').Suite[] }} wanted
 */
export async function session({ checks, suites }) {
  try {
    await install();
    // The checks compile everything.
    await (checks ? build() : buildWithSimulator());
  } catch (error) {
    fail(error);
  }
  const failures = [];
  const attempt = ({ label, work }) =>
    step(label, work).catch((error) => failures.push(explain(label, error)));

  if (checks) {
    const queue = [...CHECKS];
    const worker = async () => {
      while (queue.length > 0) await attempt(queue.shift());
    };
    await Promise.all(Array.from({ length: PARALLEL_CHECKS }, worker));
  }
  // Where the first suite of journeys leaves its demo workspace for the next one (e2e/global-setup.ts).
  const shared = scratchFolder('trunkline-demo-');
  process.env['JOURNEY_DEMO_DATA'] = path.join(shared, 'data');
  for (const suite of suites) await attempt({ label: suite.label, work: () => runSuite(suite) });
  fs.rmSync(shared, { recursive: true, force: true });
  report(failures, suites);
}

function report(failures, suites) {
  const results = suites.flatMap(resultsOf);
  for (const { output } of failures) if (output) console.error(output.slice(-MOST_OUTPUT));
  if (suites.length > 0) {
    keepFlaky(results);
    for (const line of summaryOf(results)) console.log(line);
  }
  if (failures.length > 0) say(`Failed: ${failures.map(({ label }) => label.toLowerCase()).join(', ')}`);
  const isFine = failures.length === 0 && !results.some(({ outcome }) => outcome === 'failed');
  process.exitCode = isFine ? 0 : 1;
}

/** Repeats the output of a command at the end, unless it was printed live. */
function explain(label, error) {
  const output = error.output?.trimEnd() ?? String(error.stack ?? error);
  if (!error.wasLive) console.error(output);
  return { label, output: error.wasLive ? '' : output };
}
