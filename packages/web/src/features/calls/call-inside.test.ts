import type { CallInside } from '@trunkline/contract';
import { expect, it } from 'vitest';
import type { NumberedEvent } from '#shared/api/realtime.ts';
import { applyToInside } from './call-inside.ts';

const inside: CallInside = {
  call_id: 1,
  room_name: 'r1',
  agent_id: 4,
  held_since: null,
  recording: 'off',
  agents: [{ user_id: 4, name: 'Dewi Lestari' }],
  invitations: [],
};
const held = { ...inside, held_since: '2026-11-21T09:32:00.000Z' };
const told = (payload: CallInside): NumberedEvent => ({ name: 'call-inside', payload, seq: 7 });

it('a call is as its last event says, said twice as well as once', () => {
  const after = applyToInside(inside, told(held));
  expect(after).toEqual(held);
  expect(applyToInside(after, told(held))).toEqual(held);
});

it('what is told of another call, or of something else, leaves it as it was', () => {
  expect(applyToInside(inside, told({ ...held, call_id: 2 }))).toBe(inside);
  expect(applyToInside(inside, { name: 'daily-hangup', payload: { room_name: 'r1' }, seq: 8 })).toBe(inside);
});
