import { expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { bodyOf } from './http/http-errors.ts';

it('a refusal with a reason says it by its code, its values and a sentence', () => {
  expect(bodyOf(new AppError('conflict', { reason: 'has_parent', number: '100077' }))).toEqual({
    code: 'conflict',
    message: 'Ticket 100077 is already its parent.',
    details: { reason: 'has_parent', number: '100077' },
  });
});

it('a refusal without one has the sentence of its code', () => {
  expect(bodyOf(new AppError('not_found'))).toEqual({
    code: 'not_found',
    message: 'This does not exist, or you may not see it.',
  });
});

it('takes no sentence of its own, which only people who read English would understand', () => {
  // @ts-expect-error Give it a reason of ERROR_REASONS, which has a text in every language.
  expect(new AppError('conflict', { message: 'No.' }).code).toBe('conflict');
});
