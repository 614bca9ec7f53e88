import { build } from './build.mjs';
import { CHECKS } from './checks.mjs';
import { fail } from './fail.mjs';
import { install } from './install.mjs';
import { say, step } from './steps.mjs';
import { runSuite, SUITES, totalsOf } from './suites.mjs';

const PARALLEL_CHECKS = 2;

/** Installs, builds, then runs what is asked for: `checks`, and suites by name. Ends with the totals and an exit code. */
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
  const chosen = suites.map((name) => SUITES[name]);
  for (const suite of chosen) await attempt({ label: suite.label, work: () => runSuite(suite) });

  report(failures, totalsOf(chosen));
}

function report(failures, { passed, failed, skipped }) {
  if (failures.length > 0) say(`Failed: ${failures.join(', ')}`);
  if (passed + failed + skipped > 0 || failures.length > 0) {
    console.log(`Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  process.exitCode = failures.length > 0 || failed > 0 ? 1 : 0;
}

function explain(label, error) {
  console.error(error.output?.trimEnd() ?? error);
  return label.toLowerCase();
}
