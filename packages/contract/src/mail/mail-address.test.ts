import { expect, it } from 'vitest';
import { emailAddress } from './mail-address.ts';

const is = (text: string) => emailAddress.safeParse(text).success;

it.each([
  'rina@mail.example',
  'r&d.samples@roastery.example',
  "o'brien+tag=x@mail.example",
  'a..b.@docomo.example',
  '!#$%*/?^_`{|}~@mail.example',
  'ünï@bücher.example',
  'rina@xn--bcher-kva.example',
  '"john smith"@mail.example',
  '"j. (sales) smith"@mail.example',
])('%s is an address', (text) => {
  expect(is(text)).toBe(true);
});

it.each([
  '',
  'rina',
  'rina@',
  '@mail.example',
  'rina@mail',
  'rina@-mail.example',
  'rina sari@mail.example',
  'rina@mail.example, evil@mail.example',
  'rina@mail.example\r\nBcc: evil@mail.example',
  '<rina@mail.example>',
  '"rina@mail.example',
  '""@mail.example',
  '" rina"@mail.example',
  '"rina" sari@mail.example',
  '"a@evil.example"@mail.example',
  '"a, b"@mail.example',
  '"a\\"b"@mail.example',
  'john "smith"@mail.example',
  '"a\nb"@mail.example',
  'rina@@mail.example',
  `${'x'.repeat(300)}@mail.example`,
])('%j is no address', (text) => {
  expect(is(text)).toBe(false);
});

it('is checked in linear time', () => {
  for (const text of [
    'a'.repeat(100_000),
    `"${'\\a'.repeat(50_000)}`,
    `a@${'a.'.repeat(50_000)}`,
    `a@${'a'.repeat(100_000)}`,
  ])
    expect(is(text)).toBe(false);
});
