import type { RecordingPolicy } from '@trunkline/contract';
import { describe, expect, test } from 'vitest';
import {
  recordingDeletionTime,
  recordingPolicyFor,
  indicatorForAgents,
  indicatorForCustomers,
} from './recording-policy.ts';

describe('which recording rule applies to a call', () => {
  const settings = {
    default: 'always',
    voice: null,
    video: 'on_demand',
    departments: [
      { department_id: 2, voice: 'never', video: null },
      { department_id: 3, voice: null, video: 'never' },
    ],
    keep_days: null,
  } as const;

  test.each<[number | undefined, 'voice' | 'video', RecordingPolicy]>([
    [1, 'voice', 'always'],
    [1, 'video', 'on_demand'],
    [2, 'voice', 'never'],
    [2, 'video', 'on_demand'],
    [3, 'voice', 'always'],
    [3, 'video', 'never'],
    [undefined, 'video', 'on_demand'],
  ])('in department %s, of kind %s: %s', (departmentId, kind, expected) => {
    const own = { ...settings, departments: [...settings.departments] };
    expect(recordingPolicyFor(own, { departmentId, kind })).toBe(expected);
  });
});

describe('what participants of a call are shown', () => {
  const quiet = {
    policy: 'always' as RecordingPolicy,
    isOn: true,
    isHeld: false,
    isPaused: false,
    isRunning: false,
    hasBegun: false,
  };

  test.each([
    ['before anybody picks up', { isOn: false }, 'off', 'off'],
    ['as it is about to begin', {}, 'off', 'on'],
    ['while it runs', { isRunning: true, hasBegun: true }, 'on', 'on'],
    ['after the agent said stop', { isPaused: true, hasBegun: true }, 'paused', 'paused'],
    ['when the agent said stop before it began', { isPaused: true }, 'paused', 'paused'],
    ['on hold', { isHeld: true, hasBegun: true }, 'paused', 'paused'],
    ['in the moment of the hold', { isHeld: true, isRunning: true, hasBegun: true }, 'on', 'paused'],
    ['where nobody has asked for it', { policy: 'on_demand' }, 'off', 'off'],
    ['where it was asked for', { policy: 'on_demand', isRunning: true, hasBegun: true }, 'on', 'on'],
    ['where nothing is recorded', { policy: 'never' }, 'off', 'off'],
    ['after the call', { isOn: false, hasBegun: true }, 'off', 'off'],
  ] as const)('%s', (_when, change, participants, outside) => {
    const standing = { ...quiet, ...change };
    expect([indicatorForAgents(standing), indicatorForCustomers(standing)]).toEqual([participants, outside]);
  });
});

describe('when a recording is deleted', () => {
  const ended_at = '2026-11-01T10:00:00.000Z';
  test.each([
    [30, { ended_at, isKept: false }, '2026-12-01T10:00:00.000Z'],
    [30, { ended_at, isKept: true }, undefined],
    [null, { ended_at, isKept: false }, undefined],
    [30, { ended_at: null, isKept: false }, undefined],
  ])('after %s days, %j', (days, recording, expected) => {
    expect(recordingDeletionTime(recording, days)?.toISOString()).toBe(expected);
  });
});
