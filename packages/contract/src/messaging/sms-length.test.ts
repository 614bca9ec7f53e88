import { expect, it } from 'vitest';
import { smsLength } from './sms-length.ts';

it.each([
  ['', 'GSM-7', 0, 160],
  ['a'.repeat(160), 'GSM-7', 1, 0],
  ['a'.repeat(161), 'GSM-7', 2, 145],
  ['a'.repeat(306), 'GSM-7', 2, 0],
  ['a'.repeat(307), 'GSM-7', 3, 152],
  ['€'.repeat(80), 'GSM-7', 1, 0],
  // 76 of them fill 152 of 153 units: the next one is not split.
  ['€'.repeat(81), 'GSM-7', 2, 143],
  ['Terima kasih, Bu Ñusa @ Ünal', 'GSM-7', 1, 132],
  ['’', 'UCS-2', 1, 69],
  ['字'.repeat(70), 'UCS-2', 1, 0],
  ['字'.repeat(71), 'UCS-2', 2, 63],
  ['🙂'.repeat(35), 'UCS-2', 1, 0],
  // 33 of them fill 66 of 67 units.
  ['🙂'.repeat(36), 'UCS-2', 2, 61],
] as const)('%#: a text is split as operators split it', (text, encoding, segments, left) => {
  expect(smsLength(text)).toEqual({ encoding, segments, left });
});
