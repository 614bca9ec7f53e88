import { expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createSecrets, randomToken } from '../secrets.ts';
import { createTokenGuard } from './token-guard.ts';

const HERE = '203.0.113.7';
const secrets = createSecrets('test key');
const isIssued = secrets.isIssued;
const look = (token: string) =>
  token.startsWith('good') ? Promise.resolve(token) : Promise.reject(new AppError('not_signed_in'));

it('looks up no more tokens of an address that tries one after the other', async () => {
  const ownerOf = createTokenGuard({ perMinute: 2, isIssued });
  for (const token of ['a', 'b']) await expect(ownerOf(HERE, token, look)).rejects.toThrow(/sign/i);
  await expect(ownerOf(HERE, 'c', look)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(ownerOf(HERE, 'good but new', look)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(ownerOf('203.0.113.8', 'good', look)).resolves.toBe('good');
});

it('still knows who worked behind that address before, until their token ends', async () => {
  let isOver = false;
  const lookNow = (token: string) => look(isOver ? 'ended' : token);
  const ownerOf = createTokenGuard({ perMinute: 2, isIssued });
  await ownerOf(HERE, 'good', lookNow);
  for (const token of ['a', 'b']) await ownerOf(HERE, token, lookNow).catch(() => undefined);
  await expect(ownerOf(HERE, 'good', lookNow)).resolves.toBe('good');
  isOver = true;
  await expect(ownerOf(HERE, 'good', lookNow)).rejects.toMatchObject({ code: 'not_signed_in' });
});

it('does not take a fault of our own for a wrong token', async () => {
  const ownerOf = createTokenGuard({ perMinute: 1, isIssued });
  const broken = () => Promise.reject(new Error('no database'));
  for (const token of ['a', 'b']) await expect(ownerOf(HERE, token, broken)).rejects.toThrow('no database');
  await expect(ownerOf(HERE, 'good', look)).resolves.toBe('good');
});

it('keeps nobody out who has just signed in behind an address from which tokens are tried out', async () => {
  const fresh = secrets.issueToken();
  const lookUp = (token: string) => (token === fresh ? Promise.resolve('Dewi') : look('unknown'));
  const ownerOf = createTokenGuard({ perMinute: 2, isIssued });
  for (const token of ['a', 'b']) await ownerOf(HERE, token, lookUp).catch(() => undefined);
  await expect(ownerOf(HERE, fresh, lookUp)).resolves.toBe('Dewi');
  for (const token of [randomToken(), `${fresh.slice(0, -1)}${fresh.endsWith('A') ? 'E' : 'A'}`, 'x'])
    await expect(ownerOf(HERE, token, lookUp)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(isIssued(`tl_key_${fresh}`)).toBe(true);
});
