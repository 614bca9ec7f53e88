import { expect, it } from 'vitest';
import { afterEcho } from './use-search-text.ts';

it.each([
  ['the only one told', ['kop'], 'kop', []],
  ['an earlier one, while more is under way', ['ko', 'kopi'], 'ko', ['kopi']],
  ['a later one, the earlier never came', ['ko', 'kopi'], 'kopi', []],
  ['something else: back, or cleared', ['ko'], '', null],
  ['anything, with nothing told', [], 'kopi', null],
])('%s', (_what, told, value, rest) => {
  expect(afterEcho(told, value)).toEqual(rest);
});
