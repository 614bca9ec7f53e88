import type { SignInProvider } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { formOf, isComplete, needsSecret } from './provider-form.ts';

const provider: SignInProvider = {
  ...formOf(null),
  id: 1,
  version: 2,
  name: 'Corporate',
  issuer: 'https://id.centre.example',
  client_id: 'desk',
  has_secret: true,
  people: 3,
  callback_url: '',
  logout_url: '',
  missing: null,
};

it('asks for the secret anew where it would go to another issuer or client', () => {
  const form = formOf(provider);
  expect(needsSecret(provider, form)).toBe(false);
  expect(needsSecret(provider, { ...form, issuer: 'https://else.example' })).toBe(true);
  expect(needsSecret(provider, { ...form, client_id: 'other' })).toBe(true);
  expect(needsSecret(provider, { ...form, client_id: 'other', client_secret: 'new' })).toBe(false);
  expect(needsSecret(null, form)).toBe(false);
});

it('is whole once everything is named that is needed', () => {
  expect(isComplete(formOf(null))).toBe(false);
  expect(isComplete(formOf(provider))).toBe(true);
  expect(isComplete({ ...formOf(provider), levels: [{ value: ' ', level_id: 1 }] })).toBe(false);
  const creating = { ...formOf(provider), creates_accounts: true, email_domains: ['centre.example'] };
  expect(isComplete(creating)).toBe(false);
  expect(isComplete({ ...creating, new_level_id: 3 })).toBe(true);
  expect(isComplete({ ...creating, new_level_id: 3, email_domains: [] })).toBe(false);
});
