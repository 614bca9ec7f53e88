import type { RecordingPart } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { lengthOf, orderFor, positionAfter } from './recording-clock.ts';

const part = (offset_ms: number, duration_ms: number): RecordingPart => ({
  number: 1,
  name: 'Joko',
  role: 'customer',
  offset_ms,
  duration_ms,
  bytes: 1,
  has_video: false,
});

it('lasts until the last part ends', () => {
  expect(lengthOf([part(0, 5000), part(2000, 9000)])).toBe(11_000);
  expect(lengthOf([])).toBe(0);
});

it('plays a part between its start and its end, and sets it right when it has drifted', () => {
  expect(orderFor(part(2000, 5000), 1999, 0)).toEqual({ plays: false });
  expect(orderFor(part(2000, 5000), 2000, 0)).toEqual({ plays: true });
  expect(orderFor(part(2000, 5000), 4000, 1.9)).toEqual({ plays: true });
  expect(orderFor(part(2000, 5000), 4000, 0)).toEqual({ plays: true, seekTo: 2 });
  expect(orderFor(part(2000, 5000), 7000, 5)).toEqual({ plays: false });
});

it.each([
  ['ArrowRight', 25_000],
  ['ArrowLeft', 15_000],
  ['PageUp', 50_000],
  ['PageDown', 0],
  ['Home', 0],
  ['End', 60_000],
  ['a', undefined],
])('the key %s goes from 20 s of a minute to %s', (key, expected) => {
  expect(positionAfter(key, 20_000, 60_000)).toBe(expected);
});
