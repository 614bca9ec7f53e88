import { ERROR_REASONS } from '@trunkline/contract';
import { afterEach, expect, it } from 'vitest';
import { languageStore } from '../lib/language.ts';
import en from '../reasons/texts.en.ts';
import { reasonWords } from './api-error.ts';
import { toApiError, withReasonSentence } from './refusal.ts';

afterEach(() => languageStore.set('en'));

const refused = (details: unknown) =>
  withReasonSentence(
    toApiError({ status: 409, statusText: '' }, { code: 'conflict', message: 'raw', details }),
  );

it('a reason is a sentence in the language of this device, with its values', async () => {
  const details = { reason: 'too_many_tags', max: 20 };
  expect(reasonWords(await refused(details))).toBe('A ticket has at most 20 tags.');
  languageStore.set('id');
  expect(reasonWords(await refused(details))).toBe('Sebuah tiket memuat paling banyak 20 tag.');
});

it.each([[undefined], [[{ path: 'to', message: 'raw' }]], [{ reason: 'of_a_newer_server' }]])(
  'without one that is known, the caller’s own words count: %j',
  async (details) => {
    expect(reasonWords(await refused(details))).toBeUndefined();
  },
);

it('reads in English as raw answers do', () => {
  expect(en).toEqual(ERROR_REASONS);
});
