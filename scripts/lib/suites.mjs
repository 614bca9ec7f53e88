import fs from 'node:fs';
import { journeyResults, vitestResults } from './results.mjs';
import { inRoot } from './root.mjs';
import { runBin } from './run.mjs';

const RESULTS = 'test-results';

/**
 * @typedef {object} Suite
 * @property {string} label
 * @property {string} report where the run leaves its JSON
 * @property {(report: object) => import('./results.mjs').Result[]} read
 * @property {(report: string) => Promise<unknown>} command
 */

/** Sets which of the two runs it is, for code that differs. */
const whichRun = (full) => ({ TEST_RUN: full ? 'full' : 'core' });

/** @returns {Suite} */
function unitTests({ full, shard, files = [] }) {
  return {
    label: 'Unit and module tests',
    report: `${RESULTS}/vitest.json`,
    read: vitestResults,
    command: (report) =>
      runBin(
        'vitest',
        [
          'run',
          ...files,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
          ...(full ? [] : ['--tags-filter=!full']),
          ...(shard ? [`--shard=${shard}`] : []),
        ],
        { env: whichRun(full), isLive: true },
      ),
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
        { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: inRoot(report), ...whichRun(full) }, isLive: true },
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
    // Browsers that encode audio and video need the processor for themselves.
    calls: journeys({
      label: 'Journeys with calls',
      name: 'calls',
      projects: ['calls', 'phones'],
      workers: 1,
      ...options,
    }),
  };
}

/** @param {Suite} suite */
export async function runSuite({ report, command }) {
  fs.mkdirSync(inRoot(RESULTS), { recursive: true });
  fs.rmSync(inRoot(report), { force: true });
  await command(report);
}
