import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Dewi Lestari', 'DL'],
  ['Sukarno', 'S'],
  ['Ana Maria de Souza', 'AS'],
  ['  ', '?'],
  ['ליאור כהן', 'לכ'],
  ['👩🏽‍💻 Budi', '👩🏽‍💻B'],
])('%s → %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
