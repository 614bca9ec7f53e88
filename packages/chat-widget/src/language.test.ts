import { expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

it.each([
  [['id', 'en'], 'id'],
  [[null, 'id-ID'], 'id'],
  [['in'], 'id'],
  [['fr', undefined, 'en-GB'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
] as const)('of %j we choose %s', (wishes, language) => {
  expect(chooseLanguage(wishes)).toBe(language);
});
