import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Query } from '#platform/db';
import { testApp, type TestApp } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/people.ts';
import { clearFailures, lockFailures } from './store.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.platform.db.pool.query('delete from login_failures');
});

type Origin = { address?: string; cookie?: string | undefined };
const HOME = '203.0.113.7';

async function login(username: string, password: string, { address = HOME, cookie }: Origin = {}) {
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  });
  const device = answer.cookies.find(({ name }) => name === 'trunkline_device');
  return {
    status: answer.statusCode,
    body: answer.json<{ token: string; details?: { retry_after_seconds: number } }>(),
    cookie: device && `trunkline_device=${device.value}`,
  };
}

/** Inserts the counters of many failures, since each real attempt takes the time of hashing a password. */
const failed = (scope: string, failures: number, lockedUntil: Date | null = null) =>
  t.platform.db.pool.query(
    `insert into login_failures (scope, failures, last_failure_at, locked_until) values ($1, $2, $3, $4)
     on conflict (scope) do update set failures = $2, last_failure_at = $3, locked_until = $4`,
    [scope, failures, t.clock.now(), lockedUntil],
  );
const anHour = () => new Date(t.clock.now().getTime() + 3_600_000);

const statusesOf = async (tries: number, one: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let n = 0; n < tries; n += 1) statuses.push((await one()).status);
  return statuses;
};

describe('a known browser', () => {
  it('lets its user in while strangers guess, and after strangers have used up all their attempts', async () => {
    const { cookie } = await login('dewi', PASSWORD);
    await failed('user:dewi', 46);
    const guess = (n: number) => login('dewi', `guess ${n}`, { address: `198.51.100.${n % 2}` });
    await Promise.all(Array.from({ length: 8 }, (_, n) => guess(n)));
    expect((await login('dewi', PASSWORD, { address: '198.51.100.200' })).status).toBe(429);
    expect((await login('dewi', PASSWORD, { address: '198.51.100.200', cookie })).status).toBe(200);
    // Also from an address at which others have guessed.
    await failed('addr:198.51.100.9', 99, anHour());
    expect((await login('dewi', PASSWORD, { address: '198.51.100.9', cookie })).status).toBe(200);
  });

  it('has a budget of its own: 10 in 15 minutes, which also counts simultaneous attempts', async () => {
    const { cookie } = await login('budi', PASSWORD);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) => login('budi', `guess ${n}`, { cookie })),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBe(10);
    const refused = await login('budi', PASSWORD, { cookie });
    expect(refused).toMatchObject({ status: 429, body: { code: 'locked_out' } });
    expect(refused.body.details?.retry_after_seconds).toBeGreaterThan(600);
    // Wrong passwords from one browser lock only that browser, not this user elsewhere.
    expect((await login('budi', PASSWORD, { address: '198.51.100.77' })).status).toBe(200);
    expect((await login('budi', PASSWORD, { cookie })).status).toBe(429);
    t.clock.advance(15 * 60_000 + 1);
    expect((await login('budi', PASSWORD, { cookie })).status).toBe(200);
  });

  it('is known only for the users who signed in with it, of whom there can be several', async () => {
    const { cookie: budis } = await login('budi', PASSWORD);
    await failed('user:dewi', 60, anHour());
    const elsewhere = '198.51.100.88';
    expect((await login('dewi', PASSWORD, { address: elsewhere, cookie: budis })).status).toBe(429);
    await t.platform.db.pool.query('delete from login_failures');
    const { cookie: both } = await login('dewi', PASSWORD, { address: elsewhere, cookie: budis });
    await failed('user:dewi', 60, anHour());
    await failed('user:budi', 60, anHour());
    const other = '198.51.100.89';
    expect((await login('dewi', PASSWORD, { address: other, cookie: both })).status).toBe(200);
    expect((await login('budi', PASSWORD, { address: other, cookie: both })).status).toBe(200);
    expect((await login('budi', PASSWORD, { address: other, cookie: `${both}x` })).status).toBe(200);
    expect(
      (await login('budi', PASSWORD, { address: '198.51.100.91', cookie: 'trunkline_device=1.a.1.b' }))
        .status,
    ).toBe(429);
  });

  it('is known for 90 days', async () => {
    const { cookie } = await login('qa', PASSWORD);
    const isKnown = async () => {
      await t.platform.db.pool.query('delete from login_failures');
      await failed('user:qa', 60, anHour());
      return (await login('qa', PASSWORD, { address: '198.51.100.90', cookie })).status === 200;
    };
    t.clock.advance(89 * 86_400_000);
    expect(await isKnown()).toBe(true);
    // The response of the last sign-in is not used, so the cookie is the first one.
    t.clock.advance(2 * 86_400_000);
    await t.platform.db.pool.query('delete from sessions');
    expect(await isKnown()).toBe(false);
  });

  it(
    'and a known address are forgotten by signing out everywhere and by a new password',
    { tags: 'full' },
    async () => {
      const isKnown = async (username: string, password: string, cookie: string | undefined) => {
        await t.platform.db.pool.query('delete from login_failures');
        await failed(`user:${username}`, 60, anHour());
        return (await login(username, password, { cookie })).status === 200;
      };
      const first = await login('sarah', PASSWORD);
      expect(await isKnown('sarah', PASSWORD, first.cookie)).toBe(true);
      t.clock.advance(1000);
      const revoked = await t.as('admin', 'POST', `/api/users/${t.idOf('sarah')}/sessions/revoke`, {
        api_keys: false,
      });
      expect(revoked.status).toBe(200);
      expect(await isKnown('sarah', PASSWORD, first.cookie)).toBe(false);

      await t.platform.db.pool.query('delete from login_failures');
      const again = await login('sarah', PASSWORD, { cookie: first.cookie });
      t.clock.advance(1000);
      const changed = await t.app.http.app.inject({
        method: 'POST',
        url: '/api/auth/password',
        payload: { current_password: PASSWORD, new_password: 'soto betawi tanpa santan' },
        headers: { authorization: `Bearer ${again.body.token}`, cookie: again.cookie },
      });
      expect(await isKnown('sarah', 'soto betawi tanpa santan', again.cookie)).toBe(false);
      const fresh = changed.cookies.find(({ name }) => name === 'trunkline_device');
      const kept = `trunkline_device=${fresh?.value}`;
      expect(await isKnown('sarah', 'soto betawi tanpa santan', kept)).toBe(true);
    },
  );

  it('is not blocked by the requests of others behind the same address', { tags: 'full' }, async () => {
    const limited = await testApp({ rateFactor: 1 });
    const send = (cookie?: string) =>
      limited.app.http.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: 'dewi', password: PASSWORD },
        headers: cookie ? { cookie } : {},
      });
    const [device] = (await send()).cookies.filter(({ name }) => name === 'trunkline_device');
    const malformed = () =>
      limited.app.http.app.inject({ method: 'POST', url: '/api/auth/login', payload: {} });
    const statuses = await statusesOf(30, async () => ({ status: (await malformed()).statusCode }));
    expect(statuses.at(-1)).toBe(429);
    expect((await send()).statusCode).toBe(429);
    expect((await send(`trunkline_device=${device?.value}`)).statusCode).toBe(200);
    await limited.close();
  });
});

describe('a known address', () => {
  it('has a larger budget than an unknown one, which strangers elsewhere do not use up', async () => {
    await login('dewi', PASSWORD);
    await failed('user:dewi', 60, anHour());
    await failed(`addr:${HOME}`, 60, anHour());
    expect(await statusesOf(15, () => login('dewi', 'wrong'))).toEqual(Array.from({ length: 15 }, () => 401));
    expect((await login('dewi', PASSWORD)).status).toBe(429);
    t.clock.advance(60_000);
    expect((await login('dewi', PASSWORD)).status).toBe(200);
    expect(await statusesOf(6, () => login('nobody', 'wrong'))).toEqual(Array.from({ length: 6 }, () => 429));
  });

  it('covers the whole network of an IPv6 address, and is known for 30 days', async () => {
    await login('dewi', PASSWORD, { address: '2001:db8:7:7::1' });
    await failed('user:dewi', 60, anHour());
    expect((await login('dewi', PASSWORD, { address: '2001:db8:7:7::ffff' })).status).toBe(200);
    expect((await login('dewi', PASSWORD, { address: '2001:db8:7:8::1' })).status).toBe(429);
    t.clock.advance(31 * 86_400_000);
    await failed(`user:dewi 2001:db8:7:7::/64`, 20, anHour());
    expect((await login('dewi', PASSWORD, { address: '2001:db8:7:7::1' })).status).toBe(429);
  });
});

describe('a stranger', () => {
  const ELSEWHERE = '192.0.2.1';

  it('is locked out after five failures, also with the right password, and admitted later', async () => {
    expect(await statusesOf(6, () => login('admin', 'wrong', { address: ELSEWHERE }))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
    const locked = await login('admin', PASSWORD, { address: ELSEWHERE });
    expect(locked).toMatchObject({ status: 429, body: { code: 'locked_out' } });
    expect(locked.body.details?.retry_after_seconds).toBeGreaterThan(0);
    t.clock.advance(3_600_000);
    expect((await login('admin', PASSWORD, { address: ELSEWHERE })).status).toBe(200);
  });

  it('gets no more attempts in parallel than one after the other', async () => {
    const guesses = Array.from({ length: 30 }, (_, n) => login('supervisor', `${n}`, { address: ELSEWHERE }));
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401).length).toBe(5);
  });

  it('is slowed down however many addresses guess, and waits two minutes at most with a new device', async () => {
    await failed('user:supervisor', 5000, new Date(t.clock.now().getTime() + 120_000));
    const refused = await login('supervisor', PASSWORD, { address: '192.0.2.2' });
    expect(refused.body.details?.retry_after_seconds).toBeLessThanOrEqual(120);
    t.clock.advance(120_001);
    expect((await login('supervisor', 'wrong', { address: '192.0.2.3' })).status).toBe(401);
    expect((await login('supervisor', PASSWORD, { address: '192.0.2.2' })).status).toBe(429);
    t.clock.advance(120_001);
    expect((await login('supervisor', PASSWORD, { address: '192.0.2.2' })).status).toBe(200);
  });

  it('behind the address of a company whose people mistype now and then gets in', async () => {
    await failed(`addr:${ELSEWHERE}`, 28);
    const mistype = (names: number) =>
      Promise.all(
        Array.from({ length: names }, (_, n) => login(`somebody ${n}`, '?', { address: ELSEWHERE })),
      );
    await mistype(1);
    expect((await login('qa', PASSWORD, { address: ELSEWHERE })).status).toBe(200);
    await mistype(1);
    expect((await login('sarah', 'wrong', { address: ELSEWHERE })).status).toBe(429);
    t.clock.advance(3_600_000);
    await mistype(3);
    expect((await login('sarah', 'wrong', { address: ELSEWHERE })).status).toBe(401);
  });
});

it('counts an attempt whose counter a successful one deletes meanwhile', async () => {
  await failed('code:1', 3);
  const { db } = t.platform;
  const lock = (q: Query) => lockFailures(q, 'code:1', t.clock.now());
  const { counted } = await db.transaction(async ({ q }) => {
    await lock(q);
    const attempt = db.transaction((tx) => lock(tx.q));
    const waiting = () => db.pool.query('select from pg_locks where not granted');
    await expect.poll(async () => (await waiting()).rows.length).toBeGreaterThan(0);
    await clearFailures(q, { own: ['code:1'], shared: [] });
    return { counted: attempt };
  });
  expect(await counted).toMatchObject({ failures: 0 });
});
