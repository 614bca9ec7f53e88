import { ApiError } from '#shared/api/api-error.ts';
import { languageStore } from '#shared/lib/language.ts';
import { afterEach, expect, it } from 'vitest';
import { refusalText } from './failure-text.ts';

afterEach(() => languageStore.set('en'));

it('the English sentence of the server is shown to nobody who reads Indonesian', () => {
  const error = new ApiError({ code: 'not_found', message: 'This does not exist, or you may not see it.' });
  expect(refusalText(error)).toBe('This does not exist, or you may not see it.');
  languageStore.set('id');
  expect(refusalText(error)).toBeNull();
  error.words = 'Panggilan ini sudah dijawab.';
  expect(refusalText(error)).toBe('Panggilan ini sudah dijawab.');
});
