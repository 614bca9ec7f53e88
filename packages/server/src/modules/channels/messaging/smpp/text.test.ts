import { smsLength } from '@trunkline/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText, writeText, isUnicode } from './text.ts';
import { sameId } from './incoming.ts';
import { segmentsOf } from './segments.ts';

const GSM =
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCXYZÄÖÑÜ§¿abcxyzäöñüà^{}\\[~]|€';
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...GSM), { maxLength: 1200, size: 'max' }).map((all) => all.join('')),
  fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }),
);

describe('words of text messages', () => {
  it('come back as they went, in both codings', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { coding, bytes } = writeText(text, { isUnicode: isUnicode(text, 'gsm7'), alphabet: 'gsm7' });
        expect(readText(coding, bytes, 'gsm7')).toBe(text);
      }),
    );
  });

  it.each([
    [0, 'gsm7', '00', '@'],
    [0, 'latin1', '40', '@'],
    [1, 'gsm7', '40', '@'],
    [3, 'gsm7', 'e9', 'é'],
    [8, 'gsm7', 'd83cdf89', '🎉'],
    [0x18, 'gsm7', '0041', 'A'],
    [0xf1, 'latin1', '00', '@'],
    [4, 'gsm7', '41', undefined],
    [6, 'gsm7', '41', undefined],
  ] as const)('data coding %i in %s', (coding, alphabet, hex, text) => {
    expect(readText(coding, Buffer.from(hex, 'hex'), alphabet)).toBe(text);
  });

  it('are cut into as many parts as the desk counts, and none too long', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = text.trim();
        const parts = segmentsOf(whole, { messageId: 7, smpp: null });
        const { segments, encoding } = smsLength(whole);
        const limit = encoding === 'UCS-2' ? 134 : 153;
        const sizes = parts.map(({ text: own, segment }) => {
          const { bytes } = writeText(own, { isUnicode: segment?.isUnicode === true, alphabet: 'gsm7' });
          return bytes.length;
        });
        fc.pre(segments > 1 && segments < 10);
        expect(parts.map(({ text: own }) => own).join('')).toBe(whole);
        expect(parts).toHaveLength(segments);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('and their ids are the same number, however it is written', () => {
    expect(sameId('000000F4241', 'hexadecimal')).toBe('1000001');
    expect(sameId('1000001', 'decimal')).toBe('f4241');
    expect(sameId('00ABC-1', 'same')).toBe('abc-1');
    expect(sameId('0', 'same')).toBe('0');
  });
});
