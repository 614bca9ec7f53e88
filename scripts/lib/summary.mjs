import fs from 'node:fs';
import { inRoot } from './root.mjs';
import { totalsOf } from './results.mjs';

/** The max. duration of a journey and of a test, in milliseconds. */
const BUDGET_MS = { journey: 20_000, test: 3_000 };
const SLOWEST = 10;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(8);
const timed = ({ ms, file, name }) => `${seconds(ms)}  ${file} › ${name}`;
const failed = ({ file, name, message }) => `  ✗ ${file} › ${name}\n      ${message}`;
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/**
 * The lines that end a run: slowest tests, what is above its budget, what is flaky, failures, totals.
 * @param {import('./results.mjs').Result[]} results
 * @returns {string[]}
 */
export function summaryOf(results) {
  const bySlowness = results.toSorted((a, b) => b.ms - a.ms);
  const above = bySlowness.filter(({ ms, kind }) => ms > BUDGET_MS[kind]);
  const flaky = results.filter(({ outcome }) => outcome === 'flaky');
  const failures = results.filter(({ outcome }) => outcome === 'failed');
  const leftOut = results.filter(({ outcome }) => outcome === 'left out').length;
  const { passed, failed: failedCount, skipped } = totalsOf(results);
  return [
    ...section('Slowest:', bySlowness.slice(0, SLOWEST).map(timed)),
    ...section('Above their budget (journey 20 s, test 3 s):', above.slice(0, 30).map(timed)),
    ...section(
      `FLAKY: ${count(flaky.length, 'test', 'tests')} passed only on the second try. Mend or leave to the full run today:`,
      flaky.map(failed),
    ),
    ...section('Failed:', failures.map(failed)),
    ...(leftOut > 0 ? [`${count(leftOut, 'test', 'tests')} left to npm run test:full`] : []),
    `Tests: ${passed} passed, ${failedCount} failed, ${skipped} skipped`,
  ];
}

const section = (title, lines) => (lines.length > 0 ? [title, ...lines, ''] : []);

/** Stores the flaky tests of this run in `test-results/flaky.json`; an empty list if there are none. */
export function keepFlaky(results) {
  const flaky = results
    .filter(({ outcome }) => outcome === 'flaky')
    .map(({ file, name, message }) => ({ file, name, message }));
  fs.mkdirSync(inRoot('test-results'), { recursive: true });
  fs.writeFileSync(inRoot('test-results/flaky.json'), `${JSON.stringify(flaky, null, 2)}\n`);
}
