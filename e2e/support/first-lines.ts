import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';

/** A Playwright reporter that prints the first line of a failure at once, because the full report comes only at the end. */
export default class FirstLines implements Reporter {
  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return;
    for (const { message = 'no message' } of errors) {
      const line = stripVTControlCharacters(message).split('\n')[0];
      process.stdout.write(`      ${test.title}: ${line}\n`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
