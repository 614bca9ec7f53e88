import { expect, it } from 'vitest';
import { sizeText } from '../src/kit/size-text.ts';

it.each([
  [0, '1 kB', '1 kB'],
  [340_000, '332 kB', '332 kB'],
  [999 * 1024, '999 kB', '999 kB'],
  [1024 * 1024, '1 MB', '1 MB'],
  [2_240_000, '2.1 MB', '2,1 MB'],
  [25 * 1024 * 1024, '25 MB', '25 MB'],
  [76_800 * 1024 * 1024, '75 GB', '75 GB'],
])('%i bytes are %s, in Indonesian %s', (bytes, english, indonesian) => {
  expect([sizeText(bytes, 'en'), sizeText(bytes, 'id')]).toEqual([english, indonesian]);
});
