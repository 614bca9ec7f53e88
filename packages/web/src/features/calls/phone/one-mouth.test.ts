import { expect, test } from 'vitest';
import { SPEAKS, toFollow } from './one-mouth.ts';

const both = { room: true, phone: true };

test.each([
  ['silenced in the room', SPEAKS, { room: true, phone: false }, 'phone'],
  ['silenced at the telephone', SPEAKS, { room: false, phone: true }, 'room'],
  ['speaks again in the room', both, { room: false, phone: true }, 'phone'],
  ['speaks again at the telephone', both, { room: true, phone: false }, 'room'],
  ['silenced at both', SPEAKS, both, null],
  ['told, and the other is on its way', { room: false, phone: true }, { room: false, phone: true }, null],
])('%s', (_, before, now, who) => {
  expect(toFollow(before, now)).toBe(who);
});
