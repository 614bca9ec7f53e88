import { expect, it } from 'vitest';
import { callStatesOf } from './call-states.ts';
import type { LineCall } from './phone.ts';

const call: LineCall = {
  id: '1',
  phase: 'talking',
  number: '081299887711',
  name: '',
  isQueued: false,
  isOwn: true,
  since: 0,
  isMuted: false,
  isHeld: false,
  isHoldWanted: false,
  isHeldThere: false,
};
const around = { isInRoom: false, isPaused: false, dialled: null };
const dialled = { number: call.number, state: 'calling' } as const;

it('a number that is called rings there until it answers', () => {
  expect(callStatesOf(call, { ...around, dialled })).toEqual(['ringsThere']);
  expect(callStatesOf(call, { ...around, dialled: { ...dialled, state: 'answered' } })).toEqual(['talking']);
});

it('another call is one in which both talk', () => {
  expect(callStatesOf({ ...call, isOwn: false }, { ...around, dialled })).toEqual(['talking']);
  expect(callStatesOf(call, { ...around, dialled: { ...dialled, number: '0811' } })).toEqual(['talking']);
  expect(callStatesOf(call, around)).toEqual(['talking']);
});

it('what is muted or paused is said besides', () => {
  const muted = { ...call, isMuted: true };
  expect(callStatesOf(muted, { ...around, isPaused: true })).toEqual(['talking', 'muted', 'recordingPaused']);
  expect(callStatesOf(muted, { ...around, isPaused: true, isInRoom: true })).toEqual(['inRoom', 'muted']);
});
