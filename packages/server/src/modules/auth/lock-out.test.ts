import { describe, expect, it } from 'vitest';
import { failureCountersOf, lockedUntil, decayedFailures } from './lock-out.ts';

const now = new Date('2026-03-02T08:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe('lock-out', () => {
  it.each([
    ['pair', 4, null],
    ['pair', 5, 30_000],
    ['pair', 6, 60_000],
    ['pair', 20, 3_600_000],
    ['user', 49, null],
    ['user', 50, 30_000],
    ['user', 500, 120_000],
    ['addr', 29, null],
    ['addr', 31, 60_000],
    ['known_pair', 14, null],
    ['known_pair', 15, 30_000],
    ['known_addr', 89, null],
    ['browser', 9, null],
    ['browser', 10, 900_000],
    ['browser', 11, 900_000],
  ] as const)('of a %s after %i failures lasts %s ms', (scope, failures, ms) => {
    const until = lockedUntil(scope, { failures, since: now }, now);
    expect(until === null ? null : until.getTime() - now.getTime()).toBe(ms);
  });
});

describe('failures', () => {
  it.each([
    ['addr', 12, 14, { failures: 12, since: ago(14) }],
    ['addr', 12, 40, { failures: 10, since: ago(10) }],
    ['addr', 2, 40, { failures: 0, since: now }],
    ['pair', 4, 40, { failures: 4, since: ago(40) }],
    ['user', 40, 25 * 60, { failures: 0, since: now }],
    ['browser', 9, 14, { failures: 9, since: ago(14) }],
    ['browser', 10, 16, { failures: 0, since: now }],
  ] as const)('of a %s: %i, %i minutes ago', (scope, failures, minutes, left) => {
    expect(decayedFailures(scope, { failures, since: ago(minutes) }, now)).toEqual(left);
  });
});

describe('an attempt', () => {
  const attempt = { username: 'Dewi', network: '203.0.113.7', browser: undefined, isKnownAddress: false };
  it('of a known browser, a known address and a stranger have separate budgets', () => {
    const keys = [{ browser: 'b1' }, { isKnownAddress: true }, {}].map((change) =>
      failureCountersOf({ ...attempt, ...change }).map(({ key }) => key),
    );
    expect(keys[0]).toEqual(['browser:b1']);
    expect(new Set(keys.flat()).size).toBe(keys.flat().length);
  });
});
