import { ApiError } from '#shared/api/api-error.ts';
import { expect, it } from 'vitest';
import { transferFailure } from './transfer-failure.ts';
import en from './texts.en.ts';
import id from './texts.id.ts';

it.each(['last_administrator', 'not_grantable', 'too_large'] as const)(
  'a file that is refused by %s has its own sentence, as another try is refused too',
  (code) => {
    const key = transferFailure(new ApiError({ code, message: '' }));
    for (const { transfer } of [en, id]) {
      expect(transfer.refused[key]).toBeTruthy();
      expect(transfer.refused[key]).not.toBe(transfer.refused.failed);
    }
  },
);

it('whatever else failed may be tried again', () => {
  expect(transferFailure(new Error('no'))).toBe('failed');
});
