import { expect, it } from 'vitest';
import { afterKey } from './held-keys.ts';

it.each([
  [['e', 'v', 'a'], 'eva'],
  [['e', 'Shift', 'V', 'Enter', 'ArrowDown'], 'eV'],
  [['a', '😀', 'Backspace', 'b'], 'ab'],
  [['Backspace', ' '], ' '],
])('the keys %j are the text "%s"', (keys, text) => {
  expect(keys.reduce(afterKey, '')).toBe(text);
});
