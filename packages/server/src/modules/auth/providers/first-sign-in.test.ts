/** @module-tag full */
import type { SignInProvider } from '@trunkline/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { startOidcProvider } from '../../../../test/auth/oidc-provider.ts';
import { addProvider, providerSignInRequests } from '../../../../test/auth/provider-sign-in.ts';
import { accountFromClaims, isAddressInDomains } from './first-sign-in.ts';

let t: TestApp;
let op: Awaited<ReturnType<typeof startOidcProvider>>;
let provider: SignInProvider;
let agents: number;
let supervisors: number;
beforeAll(async () => {
  t = await testApp();
  op = await startOidcProvider();
  await t.connect('qa');
  [agents, supervisors] = [await levelOf('dewi'), await levelOf('supervisor')];
  provider = await addProvider(t, op);
});
afterAll(async () => {
  await t.close();
  await op.close();
});
beforeEach(() => change({ creates_accounts: true, email_domains: ['Centre.Example'], new_level_id: agents }));

const rows = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.platform.db.pool.query<R>(sql, values)).rows;
async function levelOf(username: string): Promise<number> {
  const [user] = await rows<{ id: number }>('select user_level_id as id from users where username = $1', [
    username,
  ]);
  return user?.id ?? 0;
}
const count = async () => (await rows('select from users')).length;
async function change(fields: object) {
  const { body } = await t.as('admin', 'GET', '/api/sign_in_providers');
  const { version } = (body as { data: SignInProvider[] }).data[0] ?? { version: 0 };
  return t.as('admin', 'PATCH', `/api/sign_in_providers/${provider.id}`, { version, ...fields });
}
const browser = () => providerSignInRequests(t, op, () => provider);
const signIn = (account: { sub: string } & Record<string, unknown>) => browser().signIn(account);
const me = async (token: string | undefined) =>
  ((await t.call('GET', '/api/user', { token })).body as { data: Record<string, unknown> }).data;
const proven = (name: string, more: object = {}) => ({
  sub: `new-${name}`,
  email: `${name}@centre.example`,
  email_verified: true,
  ...more,
});

it('creates the account at the first sign-in, announces it, and finds it at the next', async () => {
  const account = proven('Sam.Lee', { name: 'Sam Lee', preferred_username: 'admin' });
  const { token, place } = await signIn(account);
  expect(place).toBe('/');
  const own = { username: 'Sam.Lee', fullname: 'Sam Lee', user_level_id: agents, department_ids: [] };
  expect(await me(token)).toMatchObject(own);
  const [entry] = await rows<{ details: object; user_id: number | null }>(
    `select details, user_id from audit_log where action = 'user.created' order by id desc limit 1`,
  );
  expect(entry).toMatchObject({ details: { provider: 'Corporate' }, user_id: null });
  const before = await count();
  // An address that changed at the provider does not create a new user.
  expect(await me((await signIn({ sub: account.sub })).token)).toMatchObject(own);
  expect(await count()).toBe(before);
});

it('follows the claims from the first sign-in on, and their changes at the next', async () => {
  await change({
    level_claim: 'groups',
    levels: [{ value: 'cc-supervisors', level_id: supervisors }],
    other_level_id: agents,
    department_claim: 'groups',
    departments: [{ value: 'billing', department_id: t.departmentIds[1] }],
  });
  const { token } = await signIn(proven('kim', { groups: ['cc-supervisors', 'billing'] }));
  const held = { user_level_id: supervisors, department_ids: [t.departmentIds[1]] };
  expect(await me(token)).toMatchObject(held);
  // A missing claim is not an empty one.
  await signIn(proven('kim'));
  expect(await me(token)).toMatchObject(held);
  await signIn(proven('kim', { groups: [] }));
  expect(await me(token)).toMatchObject({ user_level_id: agents, department_ids: [] });
  // Without claims a new user only gets the role for new accounts.
  expect(await me((await signIn(proven('ola'))).token)).toMatchObject({
    user_level_id: agents,
    department_ids: [],
  });
  await change({ level_claim: '', department_claim: '' });
});

it.each([
  ['an address that is not proven', { email_verified: false }, 'unverified'],
  ['a proof that did not come', { email_verified: undefined }, 'unverified'],
  ['another domain', { email: 'x@centre.example.evil.example' }, 'domain'],
  ['a domain below', { email: 'x@mail.centre.example' }, 'domain'],
  ['two signs @', { email: 'a@centre.example@evil.example' }, 'domain'],
  ['no address', { email: undefined }, 'unknown'],
])('creates none for %s', async (_what, claims, refused) => {
  const before = await count();
  const back = await signIn({ ...proven('stranger'), ...claims });
  expect(back).toMatchObject({ place: `/login?refused=${refused}`, token: undefined });
  expect(await count()).toBe(before);
});

it('creates no second account beside an existing user, active or not', async () => {
  await rows(`update users set email = 'DEWI@centre.example' where username = 'dewi'`);
  await rows(`update users set email = 'budi@centre.example', is_active = false where username = 'budi'`);
  const before = await count();
  expect(await me((await signIn(proven('dewi'))).token)).toMatchObject({ username: 'dewi' });
  expect((await signIn(proven('budi'))).place).toBe('/login?refused=inactive');
  expect(await count()).toBe(before);
});

it('creates one account where two tabs come back at once', async () => {
  const account = proven('twice');
  op.state.account = account;
  const one = await browser().begin();
  const other = await browser().begin(one.cookie);
  const places = [await op.visit(one.url), await op.visit(other.url)];
  const backs = await Promise.all(places.map((place) => browser().comeBack(place, other.cookie)));
  expect(backs.map(({ place }) => place)).toEqual(['/', '/']);
  expect(await rows(`select from users where lower(email) = $1`, [account.email])).toHaveLength(1);
});

it('can be configured completely, by somebody who may grant that role', async () => {
  for (const part of [{ email_domains: [] }, { new_level_id: null }])
    expect(await change(part)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect(await change({ email_domains: ['no domain'] })).toMatchObject({ status: 400 });
  await rows(
    `update user_level_modules set module_activity_code = 'VIEW,EDIT', is_active = true
      where user_level_id = $1 and module_code = 'USERS'`,
    [supervisors],
  );
  const { body } = await t.as('supervisor', 'PATCH', `/api/sign_in_providers/${provider.id}`, {
    version: 1,
    new_level_id: await levelOf('admin'),
  });
  expect((body as { code: string }).code).toMatch(/^(not_grantable|forbidden)$/);
});

it('names people by their address, with a number where the name is taken', async () => {
  expect(await me((await signIn(proven('admin'))).token)).toMatchObject({ username: 'admin2' });
  expect(isAddressInDomains('a@Centre.Example', ['centre.example'])).toBe(true);
  const account = (claims: object, address = 'sam+x@centre.example') =>
    accountFromClaims({ ...claims }, address, 'en');
  expect(account({ name: ' Sam\n Lee\u202e ', locale: 'id-ID' })).toEqual({
    username: 'samx',
    fullname: 'Sam Lee',
    email: 'sam+x@centre.example',
    language: 'id',
  });
  expect(account({ name: 7, locale: 'fr' }, '"@centre.example')).toMatchObject({
    username: 'user',
    language: 'en',
  });
});
