import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { signInRequests } from '../../../../test/auth/authenticator.ts';
import { makeSignInLink } from './sign-in-link.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const usernameOf = async (token: string | undefined) =>
  ((await t.call('GET', '/api/user', { token })).body as { data: { username: string } }).data.username;
const subjectsOf = async (action: string) =>
  (
    await t.platform.db.pool.query<{ subject: string }>(
      'select subject from audit_log where action = $1 order by id',
      [action],
    )
  ).rows.map(({ subject }) => subject);

describe('a sign-in link that is made on the machine itself', () => {
  const use = (token: string) => t.call('POST', '/api/auth/sign_in_link', { body: { token } });
  const make = (username = 'admin') => makeSignInLink(t.platform.db, username, t.clock.now());

  it('signs its user in once, within ten minutes, and is in the audit log', async () => {
    const token = await make();
    const answer = await t.app.http.app.inject({
      method: 'POST',
      url: '/api/auth/sign_in_link',
      payload: { token },
    });
    const session = answer.cookies.find(({ name }) => name === 'trunkline_session')?.value;
    expect(await usernameOf(session)).toBe('admin');
    expect((await use(token)).body).toMatchObject({ code: 'sign_in_expired' });
    const late = await make();
    t.clock.advance(10 * 60_000);
    expect((await use(late)).body).toMatchObject({ code: 'sign_in_expired' });
    const subject = `user ${t.idOf('admin')}`;
    expect(await subjectsOf('sign_in_link.created')).toEqual([subject, subject]);
    expect(await subjectsOf('sign_in_link.used')).toEqual([subject]);
  });

  it('replaces the password only: the second factor is required', { tags: 'full' }, async () => {
    await signInRequests(t).setUp('dewi');
    expect((await use(await make('dewi'))).body).toMatchObject({ code: 'second_factor_needed' });
  });

  it(
    'opens a role that signs in by a provider only, for when the provider is down',
    { tags: 'full' },
    async () => {
      const level = `(select user_level_id from users where username = 'sarah')`;
      await t.platform.db.pool.query(`update user_levels set sign_in_rule = 'provider' where id = ${level}`);
      expect((await signInRequests(t).logIn('sarah')).code).toBe('provider_required');
      const answer = await t.app.http.app.inject({
        method: 'POST',
        url: '/api/auth/sign_in_link',
        payload: { token: await make('sarah') },
      });
      const session = answer.cookies.find(({ name }) => name === 'trunkline_session')?.value;
      expect(await usernameOf(session)).toBe('sarah');
      await t.platform.db.pool.query(`update user_levels set sign_in_rule = 'any' where id = ${level}`);
    },
  );

  it('is not made for users who cannot sign in', { tags: 'full' }, async () => {
    await expect(make('nobody')).rejects.toThrow('There is no user "nobody".');
    await t.platform.db.pool.query(`update users set is_active = false where username = 'budi'`);
    await expect(make('budi')).rejects.toThrow('deactivated');
  });
});
