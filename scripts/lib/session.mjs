import { build } from './build.mjs';
import { CHECKS } from './checks.mjs';
import { fail } from './fail.mjs';
import { install } from './install.mjs';
import { say, step } from './steps.mjs';
import { runSuite, SUITES, totalsOf } from './suites.mjs';

const PARALLEL_CHECKS = 2;
// Characters of what one command said: where tests failed, it ends with them.
const MOST_OUTPUT = 6_000;

/**
 * Installs, builds, then runs what is asked for: `checks`, and suites by name, one after the other. Those in a list within that
 * list run at the same time; a list within such a list is again one after the other. Ends with what failed, the totals and an
 * exit code.
 */
export async function session({ checks, suites }) {
  try {
    await install();
    await build();
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
  const runOne = (name) => attempt({ label: SUITES[name].label, work: () => runSuite(SUITES[name]) });
  const inTurn = async (list) => {
    for (const each of list) await (Array.isArray(each) ? atOnce(each) : runOne(each));
  };
  const atOnce = (list) => Promise.all(list.map((each) => inTurn([each].flat())));
  await inTurn(suites);
  report(failures, totalsOf(suites.flat(Infinity).map((name) => SUITES[name])));
}

// All that failed, once more at the end: of a long log only that may be kept.
function report(failures, { passed, failed, skipped }) {
  for (const { output } of failures) console.error(output.slice(-MOST_OUTPUT));
  if (failures.length > 0) say(`Failed: ${failures.map(({ label }) => label).join(', ')}`);
  if (passed + failed + skipped > 0 || failures.length > 0) {
    console.log(`Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  process.exitCode = failures.length > 0 || failed > 0 ? 1 : 0;
}

function explain(label, error) {
  const output = error.output?.trimEnd() ?? String(error.stack ?? error);
  console.error(output);
  return { label: label.toLowerCase(), output };
}
