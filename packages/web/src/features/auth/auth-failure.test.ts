import { ApiError } from '#shared/api/api-error.ts';
import { expect, it } from 'vitest';
import { authFailure } from './auth-failure.ts';

const refused = (code: ConstructorParameters<typeof ApiError>[0]['code'], details?: unknown) =>
  new ApiError({ code, message: '', details });

it('says how long a lock-out lasts when the server tells', () => {
  expect(authFailure(refused('locked_out', { retry_after_seconds: 90 }), true)).toEqual({
    key: 'failed.locked',
    seconds: 90,
  });
  expect(authFailure(refused('locked_out'), true)).toEqual({ key: 'failed.locked-open' });
});

it('tells an own network failure from a silent server', () => {
  expect(authFailure(refused('offline'), false).key).toBe('failed.offline');
  expect(authFailure(refused('offline'), true).key).toBe('failed.unreachable');
});

it('has a sentence for anything else', () => {
  expect(authFailure(new Error('x'), true).key).toBe('failed.other');
  expect(authFailure(refused('wrong_credentials'), true).key).toBe('failed.wrong');
});
