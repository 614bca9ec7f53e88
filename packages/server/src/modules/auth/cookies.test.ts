import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const TLS = { 'x-forwarded-proto': 'https' };

async function login(headers: Record<string, string>) {
  const payload = { username: 'dewi', password: PASSWORD };
  const answer = await t.app.http.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers });
  return answer.cookies;
}
const ask = (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET', url = '/api/user') =>
  t.app.http.app.inject({ method, url, headers: { host: 'desk.example', ...headers } });

it('binds cookies to the host by their name where the request came by https', async () => {
  const cookies = await login(TLS);
  expect(cookies.map(({ name }) => name)).toEqual(['__Host-trunkline_session', '__Host-trunkline_device']);
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('domain');
  }
  const [session] = cookies;
  expect((await ask({ cookie: `__Host-trunkline_session=${session?.value}` })).statusCode).toBe(200);
});

it('accepts cookies under the old name until they expire, and replaces them at the next sign-in', async () => {
  const [old] = await login({});
  expect(old).toMatchObject({ name: 'trunkline_session' });
  const cookie = `trunkline_session=${old?.value}`;
  expect((await ask({ cookie, ...TLS })).statusCode).toBe(200);
  const next = await login({ cookie, ...TLS });
  const removed = next.find(({ name }) => name === 'trunkline_session');
  expect(removed?.value).toBe('');
  expect(removed?.expires?.getTime()).toBe(0);
  // If both are sent, the name that only this host can set counts.
  const tossed = `trunkline_session=${'x'.repeat(43)}`;
  const own = `__Host-trunkline_session=${next.find(({ name }) => name.startsWith('__Host-'))?.value}`;
  expect((await ask({ cookie: `${tossed}; ${own}`, ...TLS })).statusCode).toBe(200);
});

it('removes both names at sign-out', async () => {
  const [session] = await login(TLS);
  const cookie = `__Host-trunkline_session=${session?.value}`;
  const answer = await ask({ cookie, ...TLS, origin: 'https://desk.example' }, 'POST', '/api/auth/logout');
  expect(answer.statusCode).toBe(200);
  const ended = answer.cookies.filter(({ expires }) => expires?.getTime() === 0).map(({ name }) => name);
  expect(ended).toEqual(['__Host-trunkline_session', 'trunkline_session']);
});

it('ignores cookies if there is a token', async () => {
  const [session] = await login({});
  const cookie = `trunkline_session=${session?.value}`;
  expect((await ask({ cookie, authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(401);
  expect(
    (await ask({ authorization: `Bearer ${session?.value}`, origin: 'https://x.example' })).statusCode,
  ).toBe(200);
});

it('accepts a token on the socket only with its user, and no cookie instead of it', async () => {
  const dewi = await t.signIn('dewi');
  await expect(t.connect('budi', { token: dewi })).rejects.toThrow('The token belongs to another user');
  const { body } = await t.as('dewi', 'GET', '/api/auth/socket_token');
  const { token } = body as { token: string };
  await expect(t.connect('budi', { token })).rejects.toThrow('The token belongs to another user');
  const [session = '', until = '', signature = ''] = token.split('.');
  for (const forged of [`${Number(session) + 1}.${until}.${signature}`, `${session}.${until}9.${signature}`])
    await expect(t.connect('dewi', { token: forged })).rejects.toThrow(/sign in/i);
  const socket = await t.connect('dewi', { token });
  expect(socket.connected).toBe(true);
  expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(401);
  t.clock.advance(5 * 60_000 + 1);
  await expect(t.connect('dewi', { token })).rejects.toThrow('The socket token has expired');
});
