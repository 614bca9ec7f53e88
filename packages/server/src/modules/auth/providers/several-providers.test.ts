/** @module-tag full */
import type { SignInProvider } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { startOidcProvider } from '../../../../test/auth/oidc-provider.ts';
import { addProvider, providerSignInRequests } from '../../../../test/auth/provider-sign-in.ts';

it('of two providers each signs in its own users, and the same subject at both is two people', async () => {
  const t = await testApp();
  const [one, other] = [await startOidcProvider(), await startOidcProvider()];
  try {
    await t.connect('qa');
    const providers = [await addProvider(t, one), await addProvider(t, other)] as const;
    await t.platform.db.pool.query(`update users set email = username || '@centre.example'`);
    const proven = (name: string) => ({
      sub: 'u-1',
      email: `${name}@centre.example`,
      email_verified: true,
    });
    const atOne = (account: { sub: string }) =>
      providerSignInRequests(t, one, () => providers[0]).signIn(account);
    const atOther = (account: { sub: string }) =>
      providerSignInRequests(t, other, () => providers[1]).signIn(account);
    const nameOf = async (token: string | undefined) =>
      ((await t.call('GET', '/api/user', { token })).body as { data?: { username: string } }).data?.username;

    const { body } = await t.call('GET', '/api/auth/providers');
    expect((body as { data: SignInProvider[] }).data.map(({ id }) => id)).toEqual(
      providers.map(({ id }) => id),
    );
    const dewi = await atOne(proven('dewi'));
    // A subject means nothing beyond its issuer.
    expect(await atOther({ sub: 'u-1' })).toMatchObject({ token: undefined });
    const budi = await atOther(proven('budi'));
    expect(await Promise.all([dewi, budi].map(({ token }) => nameOf(token)))).toEqual(['dewi', 'budi']);
    expect(await nameOf((await atOne({ sub: 'u-1' })).token)).toBe('dewi');
    expect(await nameOf((await atOther({ sub: 'u-1' })).token)).toBe('budi');

    // A sign-out that one reports ends nothing of the other.
    await other.endSessions('u-1');
    expect(await Promise.all([dewi, budi].map(({ token }) => nameOf(token)))).toEqual(['dewi', undefined]);
  } finally {
    await t.close();
    await one.close();
    await other.close();
  }
});
