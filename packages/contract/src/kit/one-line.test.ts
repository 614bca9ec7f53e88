import { expect, it } from 'vitest';
import { line } from './shapes.ts';

const name = line(40);

it.each([
  ['one zero-width space', '\u200b'],
  ['spaces and joiners', ' \u200d\u200c \u2060'],
  ['a byte order mark', '\ufeff'],
  ['fillers of Hangul and Braille', '\u3164\u2800\uffa0\u115f'],
  ['marks of direction', '\u200e\u061c\u202e'],
  ['a soft hyphen', '\u00ad'],
  ['marks without a letter', '\ufe0f\u{e0067}\u0301'],
  ['a line break', '\r\n\u2028'],
])('no name consists of %s', (_what, text) => {
  expect(name.safeParse(text).success).toBe(false);
});

it.each([
  ['\u200bCare\u200b', 'Care'],
  [' \ufeffCare \u00a0', 'Care'],
  ['Care\u2028Team', 'Care Team'],
  ['نامه\u200cها', 'نامه\u200cها'],
  ['👩\u200d💻', '👩\u200d💻'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['é', 'é'],
  ['-', '-'],
])('%j is the name %j', (text, expected) => {
  expect(name.parse(text)).toBe(expected);
});
