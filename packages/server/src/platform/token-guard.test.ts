import { expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { createTokenGuard } from './token-guard.ts';

const HERE = '203.0.113.7';
const look = (token: string) =>
  token.startsWith('good') ? Promise.resolve(token) : Promise.reject(new AppError('not_signed_in'));

it('looks up no more tokens of an address that tries one after the other', async () => {
  const ownerOf = createTokenGuard(2);
  for (const token of ['a', 'b']) await expect(ownerOf(HERE, token, look)).rejects.toThrow(/sign/i);
  await expect(ownerOf(HERE, 'c', look)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(ownerOf(HERE, 'good but new', look)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(ownerOf('203.0.113.8', 'good', look)).resolves.toBe('good');
});

it('still knows who worked behind that address before, until their token ends', async () => {
  let isOver = false;
  const lookNow = (token: string) => look(isOver ? 'ended' : token);
  const ownerOf = createTokenGuard(2);
  await ownerOf(HERE, 'good', lookNow);
  for (const token of ['a', 'b']) await ownerOf(HERE, token, lookNow).catch(() => undefined);
  await expect(ownerOf(HERE, 'good', lookNow)).resolves.toBe('good');
  isOver = true;
  await expect(ownerOf(HERE, 'good', lookNow)).rejects.toMatchObject({ code: 'not_signed_in' });
});

it('does not take a fault of our own for a wrong token', async () => {
  const ownerOf = createTokenGuard(1);
  const broken = () => Promise.reject(new Error('no database'));
  for (const token of ['a', 'b']) await expect(ownerOf(HERE, token, broken)).rejects.toThrow('no database');
  await expect(ownerOf(HERE, 'good', look)).resolves.toBe('good');
});
