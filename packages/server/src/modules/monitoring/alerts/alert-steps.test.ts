import type { AlertLevel } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { NOT_REACHED, updateReachedSince, nextAlertStep, type ReachedSince } from './alert-steps.ts';

const QUEUE = { kind: 'waiting', warn_at: 5, alarm_at: 10, margin: 2, hold_seconds: 60 } as const;
const LEVEL = { kind: 'service_level', warn_at: 80, alarm_at: 60, margin: 5, hold_seconds: 0 } as const;

/** The steps that follow from these values over time, as `second act level`. */
function runOf(
  rule: typeof QUEUE | typeof LEVEL,
  values: readonly (readonly [second: number, value: number | null])[],
): string[] {
  let reached: ReachedSince = NOT_REACHED;
  let level: AlertLevel | null = null;
  let notBefore = 0;
  return values.flatMap(([second, value]) => {
    const now = { value, at: second * 1000 };
    reached = updateReachedSince(rule, reached, { ...now, notBefore });
    const step = nextAlertStep(rule, level, { reached, ...now });
    if (!step) return [];
    if (step.act === 'end') notBefore = now.at;
    level = { start: step.act === 'start' ? step.level : null, escalate: 'alarm', ease: 'warn', end: null }[
      step.act
    ] as AlertLevel | null;
    return [`${second} ${step.act}${level ? ` ${level}` : ''}`];
  });
}

it('is told once it has lasted, and not for a moment of it', () => {
  expect(
    runOf(QUEUE, [
      [0, 5],
      [30, 7],
      [50, 4],
      [55, 6],
      [114, 6],
      [115, 6],
      [200, 6],
    ]),
  ).toEqual(['115 start warn']);
});

it('ends lower than it begins, so that it does not flap', () => {
  expect(
    runOf(QUEUE, [
      [0, 5],
      [60, 5],
      [70, 4],
      [80, 5],
      [90, 4],
      [100, 3],
    ]),
  ).toEqual(['60 start warn', '100 end']);
});

it('escalates, eases, and begins as an alarm where it is one at once', () => {
  expect(
    runOf(QUEUE, [
      [0, 5],
      [60, 11],
      [70, 11],
      [120, 12],
      [130, 9],
      [140, 8],
      [150, 2],
    ]),
  ).toEqual(['60 start warn', '120 escalate alarm', '140 ease warn', '150 end']);
  expect(
    runOf(QUEUE, [
      [0, 20],
      [60, 20],
      [61, 0],
    ]),
  ).toEqual(['60 start alarm', '61 end']);
});

it('watches a service level from above, and ends where there is none', () => {
  expect(
    runOf(LEVEL, [
      [0, 80],
      [5, 79],
      [10, 84],
      [15, 85],
      [20, 59],
      [25, null],
      [30, 59],
    ]),
  ).toEqual(['5 start warn', '15 end', '20 start alarm', '25 end', '30 start alarm']);
});

it('waits anew after it has ended, whatever this process remembers', () => {
  const before = { warn: 0, alarm: null };
  const reached = updateReachedSince(QUEUE, before, { value: 6, at: 100_000, notBefore: 90_000 });
  expect(reached).toEqual({ warn: 90_000, alarm: null });
  expect(nextAlertStep(QUEUE, null, { reached, value: 6, at: 100_000 })).toBeUndefined();
});
