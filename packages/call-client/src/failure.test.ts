import { expect, test } from 'vitest';
import { readFailure } from './failure.ts';
import { NO_MEETING, meetingProblemOf } from './meeting.ts';

test.each([
  ['Meeting has ended', 'exp-room', { why: 'ended' }],
  ['The room is over', 'exp-room', { why: 'ended' }],
  ['Meeting has ended', 'ejected', { why: 'ended' }],
  ['Everybody was ejected', 'ejected', { why: 'ended' }],
  ['You have been removed from this meeting', 'ejected', { why: 'removed' }],
  ['You have joined this meeting in another window', 'ejected', { why: 'replaced' }],
  ['This meeting is full', 'meeting-full', { why: 'failed', message: 'This meeting is full' }],
])('"%s" (%s) is understood', (errorMsg, type, over) => {
  expect(readFailure({ action: 'error', errorMsg, error: { type, msg: errorMsg } })).toEqual(over);
});

test('a script that cannot be loaded is reported without its address', () => {
  const message = 'Failed to load call object bundle';
  expect(readFailure(`${message} https://example.test/script.js`)).toEqual({ why: 'failed', message });
});

test('an error that is no event of the library is reported with its own message', () => {
  expect(readFailure(new Error('no script'))).toEqual({ why: 'failed', message: 'no script' });
  expect(readFailure('broken')).toEqual({ why: 'failed', message: 'broken' });
  expect(readFailure(undefined)).toMatchObject({ why: 'failed' });
});

test('a lost connection is reported before a missing camera', () => {
  expect(meetingProblemOf({ ...NO_MEETING, trouble: 'no-camera', isLineCut: true })).toBe('line');
  expect(meetingProblemOf({ ...NO_MEETING, trouble: 'no-camera' })).toBe('no-camera');
  expect(meetingProblemOf(NO_MEETING)).toBe('none');
});
