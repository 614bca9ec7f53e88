import { expect, it } from 'vitest';
import { firstInvalidSite, readSites } from './site-list.ts';

it('reads one site per line, without paths and doubles', () => {
  expect(
    readSites(' https://shop.example/\n\nhttps://shop.example/cart?x=1\nshop.example/a\nlocalhost:3000 '),
  ).toEqual(['https://shop.example', 'shop.example', 'localhost:3000']);
});

it.each([
  ['https://shop.example', true],
  ['https://*.shop.example', true],
  ['shop.example:8080', true],
  ['javascript:alert(1)', false],
  ['https://shop .example', false],
  ['ftp://shop.example', false],
])('%s: %s', (site, isGood) => {
  expect(firstInvalidSite([site]) === undefined).toBe(isGood);
});
