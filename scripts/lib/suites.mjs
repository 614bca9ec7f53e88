import fs from 'node:fs';
import { journeyResults, readReport, vitestResults, withSecondTry } from './results.mjs';
import { inRoot } from './root.mjs';
import { runBin } from './run.mjs';
import { say } from './steps.mjs';

const RESULTS = 'test-results';
/** More failed files than this have a cause. */
const MOST_SECOND_TRIES = 3;

/**
 * @typedef {object} Suite
 * @property {string} label
 * @property {string} report where the run leaves its JSON
 * @property {(report: object) => import('./results.mjs').Result[]} read
 * @property {(report: string) => Promise<unknown>} command
 * @property {(report: string, files: string[]) => Promise<unknown>} [secondTry] runs only these files
 */

/** Sets which of the two runs it is, for code that differs. */
const runVariables = (full) => ({ TEST_RUN: full ? 'full' : 'core' });

/** @returns {Suite} */
function unitTests({ full, shard, retries, files = [] }) {
  const vitest = (report, own, more = []) =>
    runBin(
      'vitest',
      [
        'run',
        ...own,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(full ? [] : ['--tags-filter=!full']),
        ...more,
      ],
      { env: runVariables(full), isLive: true },
    );
  return {
    label: 'Unit and module tests',
    report: `${RESULTS}/vitest.json`,
    read: vitestResults,
    command: (report) => vitest(report, files, shard ? [`--shard=${shard}`] : []),
    // As for journeys (e2e/playwright.config.ts).
    ...(process.env['CI'] && retries !== 0 && { secondTry: vitest }),
  };
}

/** @returns {Suite} */
function journeys({ label, name, projects, workers, full, shard, retries }) {
  return {
    label,
    report: `${RESULTS}/${name}.json`,
    read: journeyResults,
    command: (report) =>
      runBin(
        'playwright',
        [
          'test',
          '--config=e2e/playwright.config.ts',
          ...projects.map((project) => `--project=${project}`),
          `--workers=${workers}`,
          // An output folder of its own, because it is emptied at the start.
          `--output=${inRoot(RESULTS, name)}`,
          ...(full ? [] : ['--grep-invert=@full']),
          ...(retries === undefined ? [] : [`--retries=${retries}`]),
          ...(shard ? [`--shard=${shard}`] : []),
        ],
        { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: inRoot(report), ...runVariables(full) }, isLive: true },
      ),
  };
}

/**
 * The tests in the order in which they run: the core, or with `full` everything; of that a part such as `1/3`, if it is given, and of
 * the unit and module tests only `files`.
 * @param {{ full?: boolean, shard?: string, retries?: number, files?: string[] }} options
 */
export function suitesOf(options) {
  return {
    unit: unitTests(options),
    pages: journeys({
      label: 'Journeys through the pages',
      name: 'pages',
      projects: ['pages', 'walks'],
      workers: 2,
      ...options,
    }),
    // Browsers that encode audio and video need the processor for themselves. Telephones mostly wait in real time, so that the full
    // run has them beside the calls (one worker for each project, e2e/playwright.config.ts).
    calls: journeys({
      label: 'Journeys with calls',
      name: 'calls',
      projects: ['calls', 'phones'],
      workers: options.full ? 2 : 1,
      ...options,
    }),
  };
}

/** Runs a suite; where it has a second try, failed files run once more. */
export async function runSuite(/** @type {Suite} */ { report, read, command, secondTry }) {
  fs.mkdirSync(inRoot(RESULTS), { recursive: true });
  for (const old of [report, secondOf(report)]) fs.rmSync(inRoot(old), { force: true });
  try {
    await command(report);
  } catch (error) {
    const failed = readReport(report, read).filter(({ outcome }) => outcome === 'failed');
    const files = [...new Set(failed.map(({ file }) => file))];
    if (!secondTry || files.length === 0 || files.length > MOST_SECOND_TRIES) throw error;
    say(`Once more: ${files.join(', ')}`);
    await secondTry(secondOf(report), files);
  }
}

const secondOf = (report) => report.replace('.json', '-second.json');

/** The results of a suite that has run; empty if it was interrupted. */
export const resultsOf = (/** @type {Suite} */ { report, read }) =>
  withSecondTry(readReport(report, read), readReport(secondOf(report), read));
