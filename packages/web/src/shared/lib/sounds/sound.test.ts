import { expect, it } from 'vitest';
import { loudnessOf, volumeOf } from './sound.ts';

it('ringtones are as loud as section 9 says before somebody sets their own volume, and follow it then', () => {
  expect(loudnessOf('room-call', volumeOf({}, 'room-call'))).toBe(0.5);
  expect(loudnessOf('call', volumeOf({}, 'call'))).toBe(1.75);
  expect(loudnessOf('room-call', volumeOf({ 'room-call': 0.4 }, 'room-call'))).toBeCloseTo(0.2);
  expect(loudnessOf('room-call', volumeOf({ 'room-call': 0 }, 'room-call'))).toBe(0);
});
