import { expect, it } from 'vitest';
import { SUITES } from './suites.mjs';

it('counts a test file that could not be loaded as a failure', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'passed', assertionResults: [{}] },
    ],
  };
  expect(SUITES.unit.totals(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

it('counts a journey that passed only the second time as a failure', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] };
  expect(SUITES.pages.totals(report)).toEqual({ passed: 4, failed: 2, skipped: 2 });
});
