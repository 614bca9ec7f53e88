import { expect, test } from 'vitest';
import { NOT_MUTED, sideToMatch } from './shared-mute.ts';

const both = { room: true, phone: true };

test.each([
  ['silenced in the room', NOT_MUTED, { room: true, phone: false }, 'phone'],
  ['silenced at the telephone', NOT_MUTED, { room: false, phone: true }, 'room'],
  ['speaks again in the room', both, { room: false, phone: true }, 'phone'],
  ['speaks again at the telephone', both, { room: true, phone: false }, 'room'],
  ['silenced at both', NOT_MUTED, both, null],
  ['told, and the other is on its way', { room: false, phone: true }, { room: false, phone: true }, null],
])('%s', (_, before, now, who) => {
  expect(sideToMatch(before, now)).toBe(who);
});
