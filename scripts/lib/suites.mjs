import fs from 'node:fs';
import { inRoot } from './root.mjs';
import { runBin } from './run.mjs';

const RESULTS = 'test-results';
const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/** Journeys in the browser. */
function journeys({ label, project, lowPriority = false }) {
  return {
    label,
    report: `${RESULTS}/${project}.json`,
    command(report) {
      const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: inRoot(report) };
      // Each in a place of its own: it is emptied at the start, and another one may be running.
      const output = `--output=${inRoot(RESULTS, `journeys-${project}`)}`;
      const args = ['--config=e2e/playwright.config.ts', `--project=${project}`, output];
      return runBin('playwright', ['test', ...args], { env, lowPriority });
    },
    totals({ stats, errors }) {
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + errors.length,
        skipped: stats.skipped,
      };
    },
  };
}

/** The kinds of tests: how to run them, and how to read their totals from what they leave behind. */
export const SUITES = {
  unit: {
    label: 'Unit and module tests',
    report: `${RESULTS}/vitest.json`,
    command(report) {
      return runBin('vitest', [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]);
    },
    totals({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
      // A file that could not even be loaded has no tests to count, and yet it has failed.
      const broken = testResults.filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      );
      return {
        passed: numPassedTests,
        failed: numFailedTests + broken.length,
        skipped: numPendingTests + numTodoTests,
      };
    },
  },
  // They wait for nothing in a hurry: what the journeys beside them leave of the processor is enough.
  walks: journeys({ label: 'Walks through the pages', project: 'walks', lowPriority: true }),
  pages: journeys({ label: 'Journeys through the pages', project: 'pages' }),
  phones: journeys({ label: 'Journeys with telephones', project: 'phones' }),
  calls: journeys({ label: 'Journeys with calls', project: 'calls' }),
};

export async function runSuite({ report, command }) {
  fs.mkdirSync(inRoot(RESULTS), { recursive: true });
  fs.rmSync(inRoot(report), { force: true });
  await command(report);
}

/** The sum over suites that have run. */
export function totalsOf(suites) {
  return suites.map(readTotals).reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    NOTHING,
  );
}

function readTotals({ report, totals }) {
  if (!fs.existsSync(inRoot(report))) return NOTHING;
  return totals(JSON.parse(fs.readFileSync(inRoot(report), 'utf8')));
}
