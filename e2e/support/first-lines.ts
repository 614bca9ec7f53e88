import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';

/** Playwright reporter: the first line of a failure as soon as it happens, because the whole of it comes only at the end. */
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
