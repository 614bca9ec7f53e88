import { expect, it } from 'vitest';
import { contrastWithWhite, isHexColor } from './contrast.ts';

it.each([
  ['#ffffff', 1],
  ['#000000', 21],
  ['#767676', 4.54],
])('white on %s has %d', (color, ratio) => {
  expect(contrastWithWhite(color)).toBeCloseTo(ratio, 1);
});

it('takes six hex digits and nothing else', () => {
  expect(['#0b6a79', '#0B6A79', '#0b6', '0b6a79', '#0b6a7g'].map(isHexColor)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
