import type { Passkey } from '@trunkline/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { signInRequests } from '../../../../test/auth/authenticator.ts';
import { PASSWORD } from '../../../../test/people.ts';
import { softPasskey } from '../../../../test/auth/soft-passkey.ts';

type StartedCeremony = { token: string; options: { challenge: string; rpId?: string; rp?: { id: string } } };

const HERE = { id: 'desk.centre.example', origin: 'https://desk.centre.example' };

let t: TestApp;
beforeEach(async () => {
  t = await testApp();
  t.reachedAt(HERE.origin);
});
afterEach(() => t.close());

const dataOf = (body: unknown) => (body as { data: never }).data;
const begin = async (token: string, current_password = PASSWORD): Promise<StartedCeremony> =>
  dataOf((await t.call('POST', '/api/user/passkeys/options', { token, body: { current_password } })).body);
async function add(
  device: ReturnType<typeof softPasskey>,
  username: 'dewi' | 'budi' = 'dewi',
  name = 'Phone',
) {
  const session = await t.signIn(username);
  const { token, options } = await begin(session);
  const body = { token, name, credential: device.make(options) };
  return t.call('POST', '/api/user/passkeys', { token: session, body });
}
async function logIn(device: ReturnType<typeof softPasskey>, flags = {}) {
  const begun = await t.call('POST', '/api/auth/passkey/options', { body: {} });
  if (begun.status !== 200) return begun;
  const { token, options } = dataOf(begun.body) as StartedCeremony;
  return t.call('POST', '/api/auth/passkey', { body: { token, credential: device.use(options, flags) } });
}
const list = async () =>
  (await t.as('dewi', 'GET', '/api/user/passkeys')).body as {
    data: Passkey[];
    rp_id: string | null;
    unavailable: string | null;
  };

it('a passkey is added with the password, signs in without a name, and no longer works after its removal', async () => {
  const device = softPasskey(HERE);
  const wrong = await t.as('dewi', 'POST', '/api/user/passkeys/options', { current_password: 'no' });
  expect(wrong.body).toMatchObject({ code: 'wrong_credentials' });
  expect((await add(device)).body).toMatchObject({ data: { name: 'Phone', is_usable: true } });
  const signedIn = await logIn(device);
  expect(signedIn.body).toMatchObject({ data: { id: t.idOf('dewi') } });
  const { data } = await list();
  expect(data).toMatchObject([{ rp_id: HERE.id, last_used_at: expect.any(String) as string }]);
  expect((await add(device)).body).toMatchObject({ code: 'duplicate' });

  expect((await t.as('budi', 'DELETE', `/api/user/passkeys/${data[0]?.id}`)).status).toBe(404);
  expect((await t.as('dewi', 'DELETE', `/api/user/passkeys/${data[0]?.id}`)).status).toBe(200);
  expect((await logIn(device)).body).toMatchObject({ code: 'wrong_passkey' });
  const audit = await t.platform.db.pool.query(
    `select action from audit_log where user_id = $1 and action <> 'sign_in.failed' order by id`,
    [t.idOf('dewi')],
  );
  const actions = audit.rows.map(({ action }: { action: string }) => action);
  expect(actions.slice(-3)).toEqual(['passkey.added', 'sign_in.succeeded', 'passkey.removed']);
});

it(
  'counts as both factors: no code is required, and a role that requires a second factor is satisfied',
  { tags: 'full' },
  async () => {
    const device = softPasskey(HERE);
    await add(device);
    const my = signInRequests(t);
    await my.setUp('dewi');
    expect((await my.logIn('dewi')).code).toBe('second_factor_needed');
    await t.platform.db.pool.query(
      `update user_levels set second_factor = 'required', version = version + 1
     where id = (select user_level_id from users where username = 'dewi')`,
    );
    const { token } = (await logIn(device)).body as { token: string };
    expect((await t.call('GET', '/api/tickets', { token })).status).toBe(200);
  },
);

it('refuses a passkey whose device has not verified its user', { tags: 'full' }, async () => {
  const device = softPasskey(HERE);
  const session = await t.signIn('dewi');
  const { token, options } = await begin(session);
  const credential = device.make(options, { isVerified: false });
  const added = await t.call('POST', '/api/user/passkeys', {
    token: session,
    body: { token, name: 'x', credential },
  });
  expect(added.body).toMatchObject({ code: 'wrong_passkey' });
  await add(device);
  expect((await logIn(device, { isVerified: false })).body).toMatchObject({ code: 'wrong_passkey' });
});

it('accepts each response once, for its own challenge, from our own site', async () => {
  const device = softPasskey(HERE);
  await add(device);
  const begun = dataOf(
    (await t.call('POST', '/api/auth/passkey/options', { body: {} })).body,
  ) as StartedCeremony;
  const other = dataOf(
    (await t.call('POST', '/api/auth/passkey/options', { body: {} })).body,
  ) as StartedCeremony;
  const send = (token: string, credential: object) =>
    t.call('POST', '/api/auth/passkey', { body: { token, credential } });
  const right = device.use(begun.options);
  expect((await send(other.token, right)).body).toMatchObject({ code: 'wrong_passkey' });
  expect((await send(begun.token, right)).status).toBe(200);
  expect((await send(begun.token, right)).body).toMatchObject({ code: 'sign_in_expired' });
  const elsewhere = softPasskey({ ...HERE, origin: 'https://evil.example' });
  expect((await add(elsewhere)).body).toMatchObject({ code: 'wrong_passkey' });
  const broken = { ...right, response: { clientDataJSON: 'e30', authenticatorData: '', signature: 5 } };
  const third = dataOf(
    (await t.call('POST', '/api/auth/passkey/options', { body: {} })).body,
  ) as StartedCeremony;
  expect((await send(third.token, broken)).body).toMatchObject({ code: 'wrong_passkey' });
});

it(
  'passkeys of another host are shown as unusable and refused; a recovery code works',
  { tags: 'full' },
  async () => {
    const device = softPasskey(HERE);
    await add(device);
    const my = signInRequests(t);
    const { recovery } = await my.setUp('dewi');
    const summary = async () =>
      ((await t.as('admin', 'GET', '/api/sign_in_providers')).body as { passkeys: object }).passkeys;
    expect(await summary()).toEqual({ rp_id: HERE.id, people: 1, elsewhere: 0, only_way: 0 });
    await t.platform.db.pool.query(`update users set password_hash = '' where username = 'dewi'`);
    expect(await summary()).toMatchObject({ people: 1, only_way: 1 });
    await t.platform.db.pool.query(
      `update users set password_hash = (select password_hash from users where username = 'budi') where username = 'dewi'`,
    );
    t.reachedAt('https://support.centre.example');
    expect(await summary()).toMatchObject({ people: 0, elsewhere: 1, only_way: 0 });
    const { token: session } = await my.finish((await my.logIn('dewi')).challenge, recovery[0] ?? '');
    const shown = await t.call('GET', '/api/user/passkeys', { token: session });
    expect(shown.body).toMatchObject({
      data: [{ rp_id: 'desk.centre.example', is_usable: false }],
      rp_id: 'support.centre.example',
    });
    expect((await logIn(device)).body).toMatchObject({ code: 'wrong_passkey' });
    const { options } = await begin(session ?? '');
    expect((options as { excludeCredentials?: object[] }).excludeCredentials).toEqual([]);
  },
);

it.each([
  ['https://192.0.2.7', 'numeric'],
  ['http://desk.centre.example', 'insecure'],
])('at %s there are no passkeys, and the reason is shown', { tags: 'full' }, async (address, unavailable) => {
  t.reachedAt(address);
  expect(await list()).toMatchObject({ rp_id: null, unavailable });
  expect((await t.call('POST', '/api/auth/passkey/options', { body: {} })).body).toMatchObject({
    code: 'conflict',
    details: { reason: unavailable },
  });
});

it(
  'is removed with the second factor by an administrator’s reset, and does not bypass single sign-on',
  { tags: 'full' },
  async () => {
    const device = softPasskey(HERE);
    await add(device, 'budi');
    await t.platform.db.pool.query(
      `update user_levels set sign_in_rule = 'provider' where id = (select user_level_id from users where username = 'budi')`,
    );
    expect((await logIn(device)).body).toMatchObject({ code: 'provider_required' });
    await t.platform.db.pool.query(`update user_levels set sign_in_rule = 'any'`);
    const people = await t.as('admin', 'GET', '/api/users');
    expect((people.body as { data: object[] }).data).toContainEqual(
      expect.objectContaining({ username: 'budi', has_second_factor: true }),
    );
    await t.as('admin', 'POST', `/api/users/${t.idOf('budi')}/second_factor/reset`);
    expect((await logIn(device)).body).toMatchObject({ code: 'wrong_passkey' });
  },
);
