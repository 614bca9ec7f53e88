import { expect, it } from 'vitest';
import { sameValue } from './same-value.ts';

it.each([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  ['x', 'x', true],
])('%j and %j: %s', (a, b, same) => {
  expect(sameValue(a, b)).toBe(same);
});
