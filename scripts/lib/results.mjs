import fs from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './root.mjs';

/**
 * One test of a finished run.
 * @typedef {{ name: string, file: string, kind: 'test' | 'journey', outcome: 'passed' | 'failed' | 'skipped' | 'flaky' | 'left out',
 *   ms: number, message: string }} Result
 */

const ESCAPES = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');
/** The first line of an error message, without colours. */
const firstLine = (text = '') => text.replaceAll(ESCAPES, '').trim().split('\n')[0];
const fromRoot = (file) => (path.isAbsolute(file) ? path.relative(root, file) : file);

const VITEST_OUTCOMES = { passed: 'passed', failed: 'failed' };
const PLAYWRIGHT_OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky' };

/** The results of a Vitest JSON report. Tests with the tag `full` that were not requested are `left out`, not skipped. */
export function vitestResults({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = fromRoot(name);
    const tests = assertionResults.map((test) => ({
      name: test.fullName,
      file,
      kind: 'test',
      outcome: VITEST_OUTCOMES[test.status] ?? (test.tags?.includes('full') ? 'left out' : 'skipped'),
      ms: test.duration ?? 0,
      message: firstLine(test.failureMessages?.[0]),
    }));
    // A file that could not be loaded, or whose set-up failed, has no failed test.
    const isBroken = status === 'failed' && !tests.some(({ outcome }) => outcome === 'failed');
    if (!isBroken) return tests;
    return [
      ...tests,
      {
        name: '(the file itself)',
        file,
        kind: 'test',
        outcome: 'failed',
        ms: 0,
        message: firstLine(message),
      },
    ];
  });
}

/** The results of a Playwright JSON report; a journey that passed on its second try is `flaky`. */
export function journeyResults({ suites, errors }) {
  const broken = errors.map(({ message }) => ({
    name: '(the run itself)',
    file: 'e2e',
    kind: 'journey',
    outcome: 'failed',
    ms: 0,
    message: firstLine(message),
  }));
  return [...suites.flatMap((suite) => inSuite(suite, [])), ...broken];
}

function inSuite({ title, file, specs = [], suites = [] }, above) {
  const titles = title === file ? above : [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      name: [...titles, spec.title].join(' › '),
      file: `e2e/${spec.file}`,
      kind: 'journey',
      outcome: PLAYWRIGHT_OUTCOMES[status] ?? 'skipped',
      ms: Math.max(0, ...results.map(({ duration }) => duration)),
      message: firstLine(results.find(({ error }) => error)?.error.message),
    })),
  );
  return [...own, ...suites.flatMap((suite) => inSuite(suite, titles))];
}

/**
 * The results of a run, some of whose files ran a second time: what failed and passed then is flaky.
 * @param {Result[]} first
 * @param {Result[]} second
 * @returns {Result[]}
 */
export function withSecondTry(first, second) {
  const tried = new Set(second.map(({ file }) => file));
  const failed = new Set(second.filter(({ outcome }) => outcome === 'failed').map(({ file }) => file));
  const isFlaky = ({ file, outcome }) => outcome === 'failed' && tried.has(file) && !failed.has(file);
  return first.map((result) => (isFlaky(result) ? { ...result, outcome: 'flaky' } : result));
}

/** The numbers of passed, failed and skipped results. Flaky ones count as passed. */
export function totalsOf(results) {
  const count = (...outcomes) => results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return { passed: count('passed', 'flaky'), failed: count('failed'), skipped: count('skipped') };
}

/** Reads the report of a run in `test-results`; an interrupted run has none. */
export function readReport(report, read) {
  if (!fs.existsSync(inRoot(report))) return [];
  return read(JSON.parse(fs.readFileSync(inRoot(report), 'utf8')));
}
