import { expect, it } from 'vitest';
import { matches } from './match.ts';

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
