import { expect, it } from 'vitest';
import { someOf } from './some-of.ts';

it.each([
  [1, '1', 0],
  [4, '1, 2, 3, 4', 0],
  [5, '1, 2, 3', 2],
  [140, '1, 2, 3', 137],
])('of %i permissions a sentence names %j and counts %i', (count, names, rest) => {
  const all = Array.from({ length: count }, (_, index) => String(index + 1));
  expect(someOf(all)).toEqual({ names, rest });
});
