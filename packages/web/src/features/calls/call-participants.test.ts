import type { CallParticipants } from '@trunkline/contract';
import { expect, it } from 'vitest';
import type { NumberedEvent } from '#shared/api/realtime.ts';
import { applyToParticipants, recordingSignOf } from './call-participants.ts';

const inside: CallParticipants = {
  call_id: 1,
  room_name: 'r1',
  agent_id: 4,
  held_since: null,
  recording: 'off',
  agents: [{ user_id: 4, name: 'Dewi Lestari' }],
  invitations: [],
};
const held = { ...inside, held_since: '2026-11-21T09:32:00.000Z' };
const participantsEvent = (payload: CallParticipants): NumberedEvent => ({
  name: 'call-inside',
  payload,
  seq: 7,
});

it('a call is as its last event says, said twice as well as once', () => {
  const after = applyToParticipants(inside, participantsEvent(held));
  expect(after).toEqual(held);
  expect(applyToParticipants(after, participantsEvent(held))).toEqual(held);
});

it('what is told of another call, or of something else, leaves it as it was', () => {
  expect(applyToParticipants(inside, participantsEvent({ ...held, call_id: 2 }))).toBe(inside);
  expect(applyToParticipants(inside, { name: 'daily-hangup', payload: { room_name: 'r1' }, seq: 8 })).toBe(
    inside,
  );
});

it('the sign of a recording goes with the call, though nothing was told of its end', () => {
  expect(recordingSignOf({ ...inside, recording: 'on' }, false)).toBe('on');
  expect(recordingSignOf({ ...inside, recording: 'on' }, true)).toBe('off');
  expect(recordingSignOf(undefined, false)).toBe('off');
});
