import { LIST_KINDS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import en from './texts.en.ts';
import id from './texts.id.ts';

it.each([
  ['English', en.about],
  ['Indonesian', id.about],
])('names every list of the settings in %s', (_language, about) => {
  expect(LIST_KINDS.filter((kind) => !(kind in about))).toEqual([]);
});
