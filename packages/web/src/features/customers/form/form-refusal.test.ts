import { ApiError } from '#shared/api/api-error.ts';
import { expect, it } from 'vitest';
import { formOf, type CustomerForm } from './customer-form.ts';
import { refusalOf } from './form-refusal.ts';
import { testCustomer } from '../test-customers.ts';

const form: CustomerForm = {
  ...formOf(null, 'en'),
  identities: [
    { key: 1, kind: 'email', value: 'Dewi@Example.com' },
    { key: 2, kind: 'phone', value: '0812 3456 789' },
  ],
};
const refused = (code: 'duplicate' | 'stale' | 'invalid' | 'offline', details?: unknown) =>
  new ApiError({ code, message: '', details });
const budi = { id: 7, name: 'Budi' };

it.each([
  ['dewi@example.com', 1],
  ['+628123456789', 2],
  ['+6500000000', null],
])('finds the address %s that belongs to somebody else', (value, key) => {
  expect(refusalOf(refused('duplicate', { value, customer: budi }), form)).toEqual({
    kind: 'taken',
    key,
    owner: budi,
  });
});

it('brings what is there now when somebody was faster', () => {
  const current = testCustomer(3, { version: 9 });
  expect(refusalOf(refused('stale', { current }), form)).toEqual({ kind: 'stale', current });
});

it('finds the address that the server does not take', () => {
  const details = [{ path: 'identities.1', message: '"0812 3456 789" is not a phone number' }];
  expect(refusalOf(refused('invalid', details), form)).toEqual({ kind: 'invalid', key: 2 });
});

it('knows a silent server', () => {
  expect(refusalOf(refused('offline'), form)).toEqual({ kind: 'offline' });
  expect(refusalOf(new Error('x'), form)).toEqual({ kind: 'failed' });
});
