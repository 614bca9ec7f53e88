import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { testApp, type TestApp } from './app.ts';
import { PASSWORD } from './people.ts';

const PROXY = '10.1.2.3';
const STRANGER = '203.0.113.9';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ trustedProxies: ['10.1.0.0/16', 'fd00::5'] });
});
afterAll(() => t.close());

/**
 * Signs in as if the connection came from this address; returns the address of the session and whether its cookie is secure.
 */
async function signInFrom(remoteAddress: string, headers: Record<string, string>) {
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'dewi', password: PASSWORD },
    remoteAddress,
    headers,
  });
  const { rows } = await t.platform.db.pool.query<{ address: string }>(
    'select address from sessions order by id desc limit 1',
  );
  return { status: answer.statusCode, address: rows[0]?.address, secure: answer.cookies[0]?.['secure'] };
}

describe('X-Forwarded-For and -Proto', () => {
  const headers = { 'x-forwarded-for': `192.0.2.66, ${STRANGER}`, 'x-forwarded-proto': 'https' };

  it.each([PROXY, 'fd00::5', '127.0.0.1'])('are believed from %s', async (proxy) => {
    expect(await signInFrom(proxy, headers)).toEqual({ status: 200, address: STRANGER, secure: true });
  });

  it.each([STRANGER, '10.2.0.1', 'fd00::6'])('are not believed from %s', async (address) => {
    expect(await signInFrom(address, headers)).toEqual({ status: 200, address, secure: undefined });
  });

  it('are followed through several proxies to the first that is none of ours', async () => {
    const through = { 'x-forwarded-for': `127.0.0.1, ${STRANGER}, 10.1.9.9` };
    expect((await signInFrom(PROXY, through)).address).toBe(STRANGER);
  });

  it('cannot make somebody from elsewhere local', async () => {
    const ask = (remoteAddress: string) =>
      t.app.http.app.inject({ url: '/metrics', remoteAddress, headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect((await ask(STRANGER)).statusCode).toBe(404);
    expect((await ask('127.0.0.1')).statusCode).toBe(200);
  });
});

describe('TRUSTED_PROXIES', () => {
  const read = (text: string) => readConfig({ TRUSTED_PROXIES: text }, '/').trustedProxies;

  it('takes addresses and ranges with commas between', () => {
    expect(read('')).toEqual([]);
    expect(read(' 10.0.0.5, 192.168.7.0/24 ,fd00::/8,')).toEqual(['10.0.0.5', '192.168.7.0/24', 'fd00::/8']);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '0.0.0.0/0', '1.2.3', 'true', '*'])(
    'refuses %s in one sentence',
    (text) => {
      expect(() => read(`10.0.0.5,${text}`)).toThrow(
        `TRUSTED_PROXIES names "${text}": list addresses or ranges`,
      );
    },
  );
});
