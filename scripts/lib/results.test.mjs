import { expect, it } from 'vitest';
import { journeyResults, totalsOf, vitestResults, withSecondTry } from './results.mjs';

const passed = { fullName: 'a', status: 'passed', duration: 5 };

it('counts a test file that could not be loaded as a failure', () => {
  const results = vitestResults({
    testResults: [
      { name: 'x.test.ts', status: 'failed', message: 'SyntaxError: x\n  at y', assertionResults: [] },
      { name: 'y.test.ts', status: 'failed', assertionResults: [{ fullName: 'b', status: 'failed' }] },
      { name: 'z.test.ts', status: 'passed', assertionResults: [passed] },
    ],
  });
  expect(totalsOf(results)).toEqual({ passed: 1, failed: 2, skipped: 0 });
  expect(results[0]).toMatchObject({ file: 'x.test.ts', message: 'SyntaxError: x' });
});

it('counts a file as failed whose tests passed and whose clearing up did not', () => {
  const results = vitestResults({
    testResults: [{ name: 'x.test.ts', status: 'failed', message: 'afterAll', assertionResults: [passed] }],
  });
  expect(totalsOf(results)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

it('tells what is left to the full run from what was skipped', () => {
  const results = vitestResults({
    testResults: [
      {
        name: 'x.test.ts',
        status: 'passed',
        assertionResults: [
          { fullName: 'long', status: 'skipped', tags: ['full'] },
          { fullName: 'impossible here', status: 'skipped', tags: [] },
        ],
      },
    ],
  });
  expect(results.map(({ outcome }) => outcome)).toEqual(['left out', 'skipped']);
  expect(totalsOf(results)).toEqual({ passed: 0, failed: 0, skipped: 1 });
});

it('names a journey that passed only the second time flaky, with what the first try said', () => {
  const journey = (title, status, results) => ({ title, file: 'desk.spec.ts', tests: [{ status, results }] });
  const report = {
    suites: [
      {
        title: 'desk.spec.ts',
        file: 'desk.spec.ts',
        specs: [journey('answers', 'expected', [{ duration: 900 }])],
        suites: [
          {
            title: 'by night',
            file: 'desk.spec.ts',
            specs: [
              journey('solves', 'flaky', [
                { duration: 15_000, error: { message: '\u001b[31mTimed out\u001b[39m\nat x' } },
                { duration: 800 },
              ]),
            ],
          },
        ],
      },
    ],
    errors: [{ message: 'no browser' }],
  };
  const results = journeyResults(report);
  expect(results[1]).toEqual({
    name: 'by night › solves',
    file: 'e2e/desk.spec.ts',
    kind: 'journey',
    outcome: 'flaky',
    ms: 15_000,
    message: 'Timed out',
  });
  expect(totalsOf(results)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});

it('names a test flaky whose file passed the second time, and keeps failed what failed again', () => {
  const test = (file, name, outcome) => ({ file, name, kind: 'test', outcome, ms: 1, message: '' });
  const first = [
    test('x.test.ts', 'a', 'failed'),
    test('x.test.ts', 'b', 'passed'),
    test('y.test.ts', 'c', 'failed'),
    test('z.test.ts', '(the file itself)', 'failed'),
  ];
  const second = [
    test('x.test.ts', 'a', 'passed'),
    test('y.test.ts', 'c', 'failed'),
    test('z.test.ts', 'd', 'passed'),
  ];
  expect(withSecondTry(first, second).map(({ outcome }) => outcome)).toEqual([
    'flaky',
    'passed',
    'failed',
    'flaky',
  ]);
  expect(withSecondTry(first, [])).toEqual(first);
});
