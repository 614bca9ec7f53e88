import { expect, it } from 'vitest';
import { isBeginningOf, matches } from './match.ts';

it.each([
  ['', 'Anything', true],
  ['cus', 'Customers', true],
  ['key sho', 'Keyboard shortcuts', true],
  ['cuts', 'Keyboard shortcuts', false],
  ['jose', 'José Núñez', true],
  ['dark', 'Theme: Dark', true],
  ['e-mail', 'E-mail', true],
  ['wrap-up', 'Wrap-up after a call', true],
])('"%s" in "%s": %s', (query, text, expected) => {
  expect(matches(query, text)).toBe(expected);
});

it.each([
  ['set', 'Set status: Solved', true],
  ['set status: s', 'Set status: Solved', true],
  ['SET ', 'Set status: Solved', true],
  ['jos', 'José Núñez', true],
  ['se', 'Set status: Solved', false],
  ['   ', 'Set status: Solved', false],
  ['status', 'Set status: Solved', false],
])('"%s" begins "%s": %s', (query, text, expected) => {
  expect(isBeginningOf(query, text)).toBe(expected);
});
