import { LANGUAGES, readNumber, writeNumber, type Language } from '@trunkline/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it.each(LANGUAGES)('a number that is written in %s is read as the same number', (language) => {
  fc.assert(
    fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()), (value) => {
      expect(readNumber(writeNumber(value, language), language)).toBe(value === 0 ? 0 : value);
    }),
  );
});

it.each<[Language, string, number | null]>([
  ['en', '1,234', 1234],
  ['en', '1.234', 1.234],
  ['en', '-1,234,567.5', -1_234_567.5],
  ['en', '1\u00a0234.5', 1234.5],
  ['en', '12,5', null],
  ['en', '1,2345', null],
  ['en', '0,123', null],
  ['en', '1,234 567', null],
  ['en', '1.234,5', null],
  ['id', '1.234', 1234],
  ['id', '1,234', 1.234],
  ['id', '1.234.567,5', 1_234_567.5],
  ['id', '1 234,5', 1234.5],
  ['id', '12.5', null],
  ['id', '1,234.5', null],
  ['id', 'seribu', null],
  ['en', '', null],
  ['en', '.', null],
  ['en', '1e999', null],
])('in %s "%s" is %s', (language, text, value) => {
  expect(readNumber(text, language)).toBe(value);
});

it('a number is written with every digit it has, in groups', () => {
  expect(writeNumber(1_234_567.891_23, 'en')).toBe('1,234,567.89123');
  expect(writeNumber(-1234.5, 'id')).toBe('-1.234,5');
});
