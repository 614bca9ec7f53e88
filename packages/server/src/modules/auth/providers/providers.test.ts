import type { SignInProvider } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { signInRequests } from '../../../../test/auth/authenticator.ts';
import { startOidcProvider } from '../../../../test/auth/oidc-provider.ts';
import type { Username } from '../../../../test/people.ts';
import { addProvider, cookiesIn, providerSignInRequests } from '../../../../test/auth/provider-sign-in.ts';
import { coreRows } from '../../../../test/cases/core-rows.ts';

type Op = Awaited<ReturnType<typeof startOidcProvider>>;

let t: TestApp;
let op: Op;
let provider: SignInProvider;
beforeEach(async () => {
  t = await testApp();
  op = await startOidcProvider();
  // On a real port, since the provider posts to us.
  await t.connect('qa');
  provider = await addProvider(t, op);
  await t.platform.db.pool.query(`update users set email = username || '@centre.example'`);
});
afterEach(async () => {
  await t.close();
  await op.close();
});

type Browser = ReturnType<typeof providerSignInRequests>;
const browser = (): Browser => providerSignInRequests(t, op, () => provider);
async function change(fields: object) {
  const { body: list } = await t.as('admin', 'GET', '/api/sign_in_providers');
  const { version } = (list as { data: SignInProvider[] }).data[0] ?? { version: 0 };
  return t.as('admin', 'PATCH', `/api/sign_in_providers/${provider.id}`, { version, ...fields });
}

const begin = (...args: Parameters<Browser['begin']>) => browser().begin(...args);
const comeBack = (...args: Parameters<Browser['comeBack']>) => browser().comeBack(...args);
const signIn = (account: Op['state']['account']) => browser().signIn(account);
const me = async (token: string | undefined) =>
  (
    (await t.call('GET', '/api/user', { token })).body as {
      data: { username: string; user_level_id: number; department_ids: number[] };
    }
  ).data;
const verified = (name: string) => ({
  sub: `sub-${name}`,
  email: `${name}@centre.example`,
  email_verified: true,
});
const auditOf = async (action: string) =>
  (
    await t.platform.db.pool.query<{ subject: string; details: object }>(
      'select subject, details from audit_log where action = $1 order by id',
      [action],
    )
  ).rows;
const levelOf = async (username: Username) =>
  (
    await t.platform.db.pool.query<{ id: number; version: number }>(
      'select l.id, l.version from user_levels l join users u on u.user_level_id = l.id where u.id = $1',
      [t.idOf(username)],
    )
  ).rows[0] ?? { id: 0, version: 0 };

describe('signing in by a provider', () => {
  it('opens a session for the user with the proven address, and redirects', async () => {
    op.state.account = { ...verified('dewi'), email: 'Dewi@Centre.Example' };
    const { url, cookie } = await begin('', { next: '/customers?q=x' });
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256');
    const back = await comeBack(await op.visit(url), cookie);
    expect(back).toMatchObject({ status: 303, place: '/customers?q=x' });
    expect(await me(back.token)).toMatchObject({ username: 'dewi' });
    expect(back.device).toBeDefined();
    expect(await auditOf('identity.linked')).toHaveLength(1);
    expect(await auditOf('sign_in.succeeded')).toContainEqual(
      expect.objectContaining({ subject: `user ${t.idOf('dewi')}` }),
    );

    // From now on the user is recognised by issuer and subject, not by the address.
    expect(await me((await signIn({ sub: 'sub-dewi' })).token)).toMatchObject({ username: 'dewi' });
  });

  it.each(
    coreRows(2, [
      ['says that it is not proven', { email: 'admin@centre.example', email_verified: false }, 'unverified'],
      ['does not say whether it is', { email: 'admin@centre.example' }, 'unverified'],
      ['says so in text', { email: 'admin@centre.example', email_verified: 'true' }, 'unverified'],
      ['sends only a user name', { preferred_username: 'admin' }, 'unknown'],
      ['knows somebody whom nobody knows here', { email: 'x@else.example', email_verified: true }, 'unknown'],
    ]),
  )('is refused to a stranger whose provider %s', { tags: 'full' }, async (_, claims, refused) => {
    const before = await t.platform.db.pool.query('select count(*) from users');
    const back = await signIn({ sub: 'a-91', ...claims });
    expect(back).toMatchObject({ place: `/login?refused=${refused}`, token: undefined });
    expect((await t.platform.db.pool.query('select * from user_identities')).rows).toEqual([]);
    expect((await t.platform.db.pool.query('select count(*) from users')).rows).toEqual(before.rows);
  });

  it(
    'accepts unverified addresses where an administrator has declared the provider trustworthy',
    { tags: 'full' },
    async () => {
      expect((await change({ trusts_addresses: true })).status).toBe(200);
      expect(await me((await signIn({ sub: 'a-91', email: 'dewi@centre.example' })).token)).toMatchObject({
        username: 'dewi',
      });
      // An address that was given to somebody else at the provider does not open the previous owner's account.
      expect((await signIn({ sub: 'a-92', email: 'dewi@centre.example' })).place).toContain('refused=taken');
    },
  );

  it(
    'links a signed-in user, and unlinks unless it is their only way to sign in',
    { tags: 'full' },
    async () => {
      op.state.account = { sub: 'elsewhere' };
      const token = await t.signIn('dewi');
      const asDewi = (method: string) =>
        t.app.http.app.inject({
          method: method as 'POST',
          url: `/api/user/identities/${provider.id}`,
          headers: { authorization: `Bearer ${token}` },
          ...(method === 'POST' && { payload: {} }),
        });
      const begun = await asDewi('POST');
      const url = await op.visit(begun.json<{ url: string }>().url);
      // It cannot be finished in another browser: otherwise somebody could link their account with another user's.
      expect((await comeBack(url, '')).place).toBe('/login?refused=expired');
      const again = await asDewi('POST');
      const back = await op.visit(again.json<{ url: string }>().url);
      expect(await comeBack(back, cookiesIn(again))).toMatchObject({ place: '/profile', token: undefined });
      expect(await me((await signIn({ sub: 'elsewhere' })).token)).toMatchObject({ username: 'dewi' });

      await t.platform.db.pool.query(`update users set password_hash = '' where username = 'dewi'`);
      expect((await asDewi('DELETE')).json()).toMatchObject({ code: 'conflict' });
      await t.as('admin', 'POST', `/api/users/${t.idOf('dewi')}/password_reset`);
      await t.platform.db.pool.query(
        `update sessions set revoked_at = null; update users set password_exp_date = null where username = 'dewi'`,
      );
      expect((await asDewi('DELETE')).statusCode).toBe(200);
      expect((await signIn({ sub: 'elsewhere' })).place).toContain('refused=unknown');
    },
  );

  it('lets two tabs each begin and finish a sign-in, once', { tags: 'full' }, async () => {
    op.state.account = verified('dewi');
    const first = await begin();
    const second = await begin(first.cookie);
    const [a, b] = [await op.visit(first.url), await op.visit(second.url)];
    expect((await comeBack(b, second.cookie)).token).toBeDefined();
    expect((await comeBack(a, second.cookie)).token).toBeDefined();
    expect((await comeBack(a, second.cookie)).place).toBe('/login?refused=expired');
  });

  it(
    'asks for the second factor of a person who has one, unless the provider does',
    { tags: 'full' },
    async () => {
      const my = signInRequests(t);
      const app = await my.setUp('dewi');
      const back = await signIn(verified('dewi'));
      expect(back.token).toBeUndefined();
      const [, challenge] = /^\/login\?next=%2F#challenge=([\w-]+)$/.exec(back.place) ?? [];
      const { token } = await my.finish(challenge, app.code());
      expect(await me(token)).toMatchObject({ username: 'dewi' });
      // Even with our second factor it is a session of the provider.
      await op.endSessions('sub-dewi');
      expect((await t.call('GET', '/api/user', { token })).status).toBe(401);
      await change({ is_two_factor: true });
      expect((await signIn(verified('dewi'))).token).toBeDefined();
    },
  );

  it('is refused for a deactivated user', async () => {
    await signIn(verified('dewi'));
    await t.platform.db.pool.query(`update users set is_active = false where username = 'dewi'`);
    expect((await signIn(verified('dewi'))).place).toContain('refused=inactive');
  });
});

describe('a wrong response', () => {
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
  it.each(
    coreRows(1, [
      ['another nonce', { nonce: 'other' }, 'nonce'],
      ['a token of yesterday', { iat: secondsAgo(90_000), exp: secondsAgo(86_400) }, 'old_token'],
      ['a token for somebody else', { aud: 'another-client' }, 'audience'],
      ['a token of another issuer', { iss: 'https://else.example' }, 'issuer'],
    ]),
  )('is refused with its own sentence: %s', async (_, claims, refused) => {
    op.state.tamper = (right) => ({ ...right, ...claims });
    expect(await signIn(verified('dewi'))).toMatchObject({
      place: `/login?refused=${refused}`,
      token: undefined,
    });
  });

  it('is refused if the user declined, or nothing was begun', { tags: 'full' }, async () => {
    op.state.isDenied = true;
    expect((await signIn(verified('dewi'))).place).toBe('/login?refused=denied');
    const callback = new URL(provider.callback_url);
    expect((await comeBack(callback, '')).place).toBe('/login?refused=expired');
    callback.search = '?code=a&state=b';
    expect((await comeBack(callback, '')).place).toBe('/login?refused=expired');
  });

  it('is refused after a quarter of an hour', { tags: 'full' }, async () => {
    op.state.account = verified('dewi');
    const { url, cookie } = await begin();
    const back = await op.visit(url);
    t.clock.advance(15 * 60_000);
    expect((await comeBack(back, cookie)).place).toBe('/login?refused=expired');
  });
});

describe('levels and departments from claims', () => {
  const mapping = async () => ({
    level_claim: 'groups',
    levels: [{ value: 'cc-supervisors', level_id: (await levelOf('supervisor')).id }],
    other_level_id: (await levelOf('dewi')).id,
    department_claim: 'groups',
    departments: [{ value: 'billing', department_id: t.departmentIds[1] }],
  });

  it('follow the provider, and are announced at once', { tags: 'full' }, async () => {
    expect((await change(await mapping())).status).toBe(200);
    const { token } = await signIn({ ...verified('dewi'), groups: ['cc-supervisors', 'billing'] });
    expect(await me(token)).toMatchObject({
      user_level_id: (await levelOf('supervisor')).id,
      department_ids: [t.departmentIds[1]],
    });
    expect(await auditOf('user.changed')).toMatchObject([
      { subject: `user ${t.idOf('dewi')}`, details: { provider: 'Corporate' } },
    ]);
    await signIn({ ...verified('dewi'), groups: [] });
    expect(await me(token)).toMatchObject({ department_ids: [] });
  });

  it('stay where the claim is missing, and the provider’s page says so', { tags: 'full' }, async () => {
    await change(await mapping());
    const before = await levelOf('supervisor');
    await signIn(verified('supervisor'));
    expect(await levelOf('supervisor')).toEqual(before);
    const list = async () => (await t.as('admin', 'GET', '/api/sign_in_providers')).body;
    expect(await list()).toMatchObject({ data: [{ missing: { claims: ['groups'] } }] });
    expect(await auditOf('provider.claim_missing')).toHaveLength(1);
    await signIn({ ...verified('supervisor'), groups: ['cc-supervisors'] });
    expect(await list()).toMatchObject({ data: [{ missing: null }] });
  });

  it('never lock out the last administrator', async () => {
    await change(await mapping());
    const before = await levelOf('admin');
    const { token } = await signIn({ ...verified('admin'), groups: [] });
    expect(await me(token)).toMatchObject({ user_level_id: before.id, department_ids: [] });
  });
});

describe('the end of a session', () => {
  const logoutClaims = () => ({
    iss: op.issuer,
    aud: 'trunkline',
    sub: 'sub-dewi',
    iat: Math.floor(Date.now() / 1000),
    jti: 'one',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  const post = (logout_token: string) =>
    t.app.http.app.inject({
      method: 'POST',
      url: `/api/auth/providers/${provider.id}/backchannel_logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://else.example' },
      payload: new URLSearchParams({ logout_token }).toString(),
    });
  /** Opens a page with this session; resolves when its socket is closed. */
  async function openPage(token = '') {
    const socket = await t.connect('dewi', { token });
    return { closed: new Promise((resolve) => void socket.on('disconnect', resolve)), socket };
  }

  it('is reported by the provider: all sessions of the user, and their sockets', async () => {
    const [one, other] = [await signIn(verified('dewi')), await signIn(verified('dewi'))];
    const byPassword = (await signInRequests(t).logIn('dewi')).token;
    const pages = [await openPage(one.token), await openPage(other.token)];
    const stays = await openPage(byPassword);
    await op.endSessions('sub-dewi');
    for (const { token } of [one, other])
      expect((await t.call('GET', '/api/user', { token })).body).toMatchObject({ code: 'session_ended' });
    await Promise.all(pages.map(({ closed }) => closed));
    expect(await auditOf('sign_in.ended')).toContainEqual(
      expect.objectContaining({ subject: `user ${t.idOf('dewi')}` }),
    );
    expect((await t.call('GET', '/api/user', { token: byPassword })).status).toBe(200);
    expect(stays.socket.connected).toBe(true);
  });

  it('is that of one browser where the provider names no user', { tags: 'full' }, async () => {
    const signInFrom = async (sid: string) => {
      op.state.tamper = (claims) => ({ ...claims, sid });
      return (await signIn(verified('dewi'))).token;
    };
    const [one, other] = [await signInFrom('first'), await signInFrom('second')];
    const page = await openPage(one);
    expect((await post(op.sign({ ...logoutClaims(), sub: undefined, sid: 'first' }))).statusCode).toBe(200);
    await page.closed;
    expect((await t.call('GET', '/api/user', { token: one })).status).toBe(401);
    expect((await t.call('GET', '/api/user', { token: other })).status).toBe(200);
  });

  it('is accepted only from the provider, for us, and if it is recent', { tags: 'full' }, async () => {
    const { token } = await signIn(verified('dewi'));
    const right = logoutClaims();
    const whole = op.sign(right);
    const wrong = [
      '',
      'a.b.c',
      op.sign({ ...right, aud: 'another-client' }),
      op.sign({ ...right, iss: 'https://else.example' }),
      op.sign({ ...right, iat: right.iat - 3600 }),
      op.sign({ ...right, nonce: 'n' }),
      op.sign({ ...right, events: {} }),
      op.sign({ ...right, sub: undefined }),
      op.sign(right, { alg: 'none' }),
      op.sign(right, { alg: 'HS256', kid: 'own' }),
      op.sign(right, { alg: 'RS256', kid: 'another' }),
      `${whole.slice(0, -8)}AAAAAAAA`,
    ];
    for (const logoutToken of wrong) expect((await post(logoutToken)).statusCode, logoutToken).toBe(400);
    expect((await t.call('GET', '/api/user', { token })).status).toBe(200);
    const taken = await post(whole);
    expect(taken.statusCode).toBe(200);
    expect(taken.headers['cache-control']).toBe('no-store');
    expect((await t.call('GET', '/api/user', { token })).status).toBe(401);
  });

  it('redirects a user who signs out to the provider’s own sign-out', { tags: 'full' }, async () => {
    const { token } = await signIn(verified('dewi'));
    const { body } = await t.call('POST', '/api/auth/logout', { token });
    const url = new URL((body as { url: string }).url);
    expect(url.origin).toBe(op.issuer);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect((await t.call('GET', '/api/user', { token })).status).toBe(401);
    const dump = await t.platform.db.pool.query('select sealed_id_token from sessions');
    expect(JSON.stringify(dump.rows)).not.toContain(url.searchParams.get('id_token_hint'));
    expect((await t.as('dewi', 'POST', '/api/auth/logout')).body).toEqual({ ok: true });
  });
});

describe('a failing provider', () => {
  it('is reported when somebody signs in, and is asked again the next time', { tags: 'full' }, async () => {
    op.state.isDown = true;
    const start = () => t.call('POST', `/api/auth/providers/${provider.id}/start`, { body: {} });
    expect((await start()).body).toMatchObject({ code: 'provider_unreachable' });
    op.state.isDown = false;
    expect((await start()).status).toBe(200);
  });

  it.each([
    ['there', (issuer: string) => issuer, null],
    ['another path of it', (issuer: string) => `${issuer}/else`, 'not_found'],
    ['our own network, not opened', () => 'https://10.1.2.3', 'private'],
  ])('is explained by its test: %s', { tags: 'full' }, async (_, address, fault) => {
    const { body } = await t.as('admin', 'POST', '/api/sign_in_providers/test', {
      issuer: address(op.issuer),
    });
    expect(body).toMatchObject({ data: { fault, sends_logouts: fault === null } });
  });
});

describe('setting a provider up', () => {
  it('keeps the secret hidden, and uses it for its issuer only', { tags: 'full' }, async () => {
    const list = await t.as('admin', 'GET', '/api/sign_in_providers');
    expect(JSON.stringify(list.body)).not.toContain(op.settings.client_secret);
    const stored = await t.platform.db.pool.query('select * from sign_in_providers');
    expect(JSON.stringify(stored.rows)).not.toContain(op.settings.client_secret);
    expect((await change({ issuer: 'https://else.example' })).body).toMatchObject({
      code: 'invalid',
      details: [{ path: 'client_secret' }],
    });
    const { token } = await signIn(verified('dewi'));
    expect((await change({ issuer: 'https://else.example', client_secret: 'new' })).status).toBe(200);
    // Subjects of one issuer mean nothing at another, so sessions and links have ended.
    expect((await t.call('GET', '/api/user', { token })).status).toBe(401);
    expect((await t.platform.db.pool.query('select * from user_identities')).rows).toEqual([]);
    const audit = JSON.stringify([await auditOf('provider.created'), await auditOf('provider.changed')]);
    expect(audit).not.toContain(op.settings.client_secret);
  });

  it(
    'requires all permissions that can result, and roles that the user may grant',
    { tags: 'full' },
    async () => {
      const { id, version } = await levelOf('supervisor');
      const modules = [{ module_code: 'USERS', module_activity_code: 'VIEW,EDIT', is_active: 1 }];
      await t.as('admin', 'PATCH', `/api/levels/${id}`, { version, modules });
      const { body } = await t.as('supervisor', 'POST', '/api/sign_in_providers', {
        ...op.settings,
        client_id: 'rogue',
        trusts_addresses: true,
      });
      expect(body).toMatchObject({ code: 'not_grantable' });
    },
  );

  it('ends what it began when it is deactivated or removed', { tags: 'full' }, async () => {
    const one = await signIn(verified('dewi'));
    await change({ is_active: false });
    expect((await t.call('GET', '/api/user', { token: one.token })).status).toBe(401);
    expect((await t.call('GET', '/api/auth/providers')).body).toEqual({ data: [] });
    await change({ is_active: true });
    const other = await signIn(verified('dewi'));
    await t.as('admin', 'DELETE', `/api/sign_in_providers/${provider.id}`);
    expect((await t.call('GET', '/api/user', { token: other.token })).status).toBe(401);
  });
});

describe('a role that signs in by a provider only', () => {
  const close = async (username: Username) => {
    const { id, version } = await levelOf(username);
    return t.as('admin', 'PATCH', `/api/levels/${id}`, { version, sign_in_rule: 'provider' });
  };

  it('refuses passwords, and accepts the provider', { tags: 'full' }, async () => {
    expect((await close('dewi')).status).toBe(200);
    const my = signInRequests(t);
    expect((await my.logIn('dewi')).code).toBe('provider_required');
    expect((await my.logIn('dewi', 'wrong')).code).toBe('wrong_credentials');
    expect((await signIn(verified('dewi'))).token).toBeDefined();
  });

  it(
    'is refused for administrators while none of them is linked to an active provider, and protects that link then',
    { tags: 'full' },
    async () => {
      expect((await close('admin')).body).toMatchObject({ code: 'last_administrator' });
      const { token } = await signIn(verified('admin'));
      expect((await close('admin')).status).toBe(200);
      const asAdmin = (method: string, address: string, body?: object) =>
        t.call(method, address, { token, ...(body && { body }) });
      const address = `/api/sign_in_providers/${provider.id}`;
      expect((await asAdmin('DELETE', address)).body).toMatchObject({ code: 'last_administrator' });
      expect(
        (await asAdmin('PATCH', address, { version: provider.version, is_active: false })).body,
      ).toMatchObject({ code: 'last_administrator' });
      expect((await asAdmin('DELETE', `/api/user/identities/${provider.id}`)).body).toMatchObject({
        code: 'last_administrator',
      });
    },
  );
});
