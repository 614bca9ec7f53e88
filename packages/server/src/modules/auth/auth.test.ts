import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { mailServer } from '../../../test/mail/mail-server.ts';
import { PASSWORD } from '../../../test/people.ts';
import { weaknessOf } from './passwords.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/auth/login', { body: { username, password }, headers });

describe('signing in', () => {
  it('answers as section 7 of the specification says', async () => {
    const { status, body } = await login('supervisor', PASSWORD);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      data: {
        id: t.idOf('supervisor'),
        fullname: 'Michael Tan',
        is_monitoring: 1,
        user_level_id: expect.any(Number) as number,
      },
    });
  });

  it('gives the first calls their documented answers', async () => {
    const user = await t.as('dewi', 'GET', '/api/user');
    expect(user.body).toMatchObject({
      data: { user_level_id: 4, password_exp_date: null, user_activity_id: 1 },
      extension: 'ext-dewi',
    });
    expect((await t.as('dewi', 'GET', '/api/user_activities?id=6')).body).toMatchObject({
      data: { id: 6, name: 'Ready' },
    });
    const level = await t.as('dewi', 'GET', '/api/user_levels?id=4');
    const { data } = level.body as {
      data: { modules: { module_code: string; module_activity_code: string; is_active: number }[] };
    };
    expect(data.modules.find((module) => module.module_code === 'CUSTOMERS')).toEqual({
      module_code: 'CUSTOMERS',
      module_activity_code: 'VIEW,CREATE,EDIT,BLOCK',
      is_active: 1,
    });
    expect((await t.as('dewi', 'GET', '/api/configs/app')).body).toMatchObject({
      data: { organisation: 'Trunkline' },
    });
    expect((await t.as('dewi', 'GET', '/api/user_levels?id=1')).status).toBe(403);
  });

  it('accepts the token as a cookie from its own site only', async () => {
    const answer = await t.app.http.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'budi', password: PASSWORD },
    });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'trunkline_session', httpOnly: true, sameSite: 'Lax', path: '/' });
    const send = (origin: string) =>
      t.app.http.app.inject({
        method: 'PUT',
        url: '/api/user/activity',
        payload: { user_activity_id: 6 },
        headers: { cookie: `trunkline_session=${cookie?.value}`, host: 'desk.example', origin },
      });
    expect((await send('https://desk.example')).statusCode).toBe(200);
    expect((await send('https://evil.example')).json()).toMatchObject({ code: 'wrong_origin' });
  });

  it('is refused to pages of other sites, which could sign somebody in as somebody else', async () => {
    const from = (origin: string) => login('budi', PASSWORD, { host: 'desk.example', origin });
    expect((await from('https://evil.example')).body).toMatchObject({ code: 'wrong_origin' });
    expect((await from('null')).body).toMatchObject({ code: 'wrong_origin' });
    expect((await from('https://desk.example')).status).toBe(200);
    const reset = await t.call('POST', '/api/auth/password/forgot', {
      body: { username: 'budi' },
      headers: { host: 'desk.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(reset.body).toMatchObject({ code: 'wrong_origin' });
  });

  it('responds the same for a wrong password and for an unknown user', async () => {
    const wrong = await login('sarah', 'no');
    const unknown = await login('nobody', 'no');
    expect(wrong.status).toBe(401);
    expect({ ...(wrong.body as object), request_id: '' }).toEqual({
      ...(unknown.body as object),
      request_id: '',
    });
  });

  it('stores neither token nor password', async () => {
    const { body } = await login('dewi', PASSWORD);
    const { token } = body as { token: string };
    const sessions = await t.platform.db.pool.query('select * from sessions');
    const users = await t.platform.db.pool.query('select * from users');
    const dump = JSON.stringify([sessions.rows, users.rows]);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(PASSWORD);
    expect(dump).toContain('$argon2id$');
  });
});

describe('the profile', () => {
  it('keeps volumes of known sounds only', async () => {
    const save = async (sounds: object) => t.as('qa', 'PATCH', '/api/user', { sounds });
    expect((await save({ call: 0.5, message: 1 })).body).toMatchObject({
      data: { sounds: { call: 0.5, message: 1 } },
    });
    for (const sounds of [{ trumpet: 1 }, { call: 1.5 }, { call: 1, ['x'.repeat(30)]: 1 }])
      expect((await save(sounds)).body).toMatchObject({ code: 'invalid' });
    await t.platform.db.pool.query(`update users set sounds = sounds || '{"trumpet": 1}' where id = $1`, [
      t.idOf('qa'),
    ]);
    const { body } = await t.as('qa', 'GET', '/api/user');
    expect((body as { data: { sounds: object } }).data.sounds).toEqual({ call: 0.5, message: 1 });
  });
});

describe('rate limits', () => {
  it('of public endpoints cannot be evaded with made-up tokens', async () => {
    const limited = await testApp({ rateFactor: 1 });
    const answers: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const headers = { authorization: `Bearer made-up-${n}` };
      const { status } = await limited.call('POST', '/api/auth/password/forgot', {
        body: { username: 'nobody' },
        headers,
      });
      answers.push(status);
    }
    await limited.close();
    expect(answers).toEqual([409, 409, 409, 409, 409, 429, 429, 429]);
  });
});

describe('passwords', () => {
  it.each([
    ['short', 'too_short'],
    ['my-dewi-secret', 'has_username'],
    ['password123', 'too_common'],
    ['aaaaaaaaaaaa', 'too_common'],
    ['1234567890', 'too_common'],
    ['kopi susu gula aren', null],
  ] as const)('%s is judged %s', (password, weakness) => {
    expect(weaknessOf(password, 'dewi', 10)).toBe(weakness);
  });

  it('that have expired must be changed before anything else works', async () => {
    await t.platform.db.pool.query(
      `update users set password_exp_date = now() - interval '1 day' where username = 'budi'`,
    );
    const token = ((await login('budi', PASSWORD)).body as { token: string }).token;
    expect((await t.call('GET', '/api/user', { token })).body).toMatchObject({
      data: { password_expired: true },
    });
    expect((await t.call('GET', '/api/tickets', { token })).body).toMatchObject({ code: 'password_expired' });
    const change = (new_password: string) =>
      t.call('POST', '/api/auth/password', { token, body: { current_password: PASSWORD, new_password } });
    expect((await change('short')).body).toMatchObject({
      code: 'weak_password',
      details: { reason: 'too_short' },
    });
    expect((await change(PASSWORD)).body).toMatchObject({ details: { reason: 'same_as_before' } });
    expect((await change('nasi goreng spesial 7')).status).toBe(200);
    expect((await t.call('GET', '/api/tickets', { token })).status).toBe(200);
    expect((await login('budi', PASSWORD)).status).toBe(401);
  });

  it('that an administrator resets work once and end every session', async () => {
    const before = ((await login('dewi', PASSWORD)).body as { token: string }).token;
    const reset = await t.as('admin', 'POST', `/api/users/${t.idOf('dewi')}/password_reset`, undefined);
    const { temporary_password: password } = reset.body as { temporary_password: string };
    expect((await t.call('GET', '/api/user', { token: before })).status).toBe(401);
    const token = ((await login('dewi', password)).body as { token: string }).token;
    expect((await t.call('GET', '/api/tickets', { token })).body).toMatchObject({ code: 'password_expired' });
  });

  it('are reset by a link in a mail that works once', async () => {
    const mails: string[] = [];
    const smtp = await mailServer(mails);
    const mail = {
      host: '127.0.0.1',
      port: smtp.port,
      secure: false,
      username: '',
      from: 'desk@trunkline.example',
    };
    await t.as('admin', 'PATCH', '/api/configs/app', { mail: { ...mail, password: 'hunter2hunter2' } });
    expect((await t.as('admin', 'POST', '/api/configs/app/mail_test')).body).toMatchObject({ ok: true });
    expect(JSON.stringify((await t.as('admin', 'GET', '/api/configs/app')).body)).not.toContain('hunter2');
    const stored = await t.platform.db.pool.query(`select value::text from app_config where key = 'mail'`);
    expect(JSON.stringify(stored.rows)).not.toContain('hunter2');

    expect((await t.call('GET', '/api/auth/password/forgot')).body).toEqual({ data: { is_possible: true } });
    expect((await t.call('POST', '/api/auth/password/forgot', { body: { username: 'nobody' } })).status).toBe(
      200,
    );
    expect((await t.call('POST', '/api/auth/password/forgot', { body: { username: 'sarah' } })).status).toBe(
      200,
    );
    await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(2);
    const token = /token=3D([\w-]+)|token=([\w-]+)/.exec(mails[1]?.replace(/=\r\n/g, '') ?? '');
    const body = { token: token?.[1] ?? token?.[2], new_password: 'sate ayam madura 12' };
    expect((await t.call('POST', '/api/auth/password/reset', { body })).status).toBe(200);
    expect((await t.call('POST', '/api/auth/password/reset', { body })).status).toBe(404);
    expect((await login('sarah', 'sate ayam madura 12')).status).toBe(200);
    await smtp.close();
  });
});

describe('sessions', () => {
  it('are listed, and a revoked one ends at once, together with its socket', async () => {
    const socket = await t.connect('supervisor');
    const ended = new Promise((resolve) => socket.on('session-ended', resolve));
    const closed = new Promise((resolve) => socket.on('disconnect', resolve));
    const other = ((await login('supervisor', PASSWORD)).body as { token: string }).token;
    const { body } = await t.call('GET', '/api/auth/sessions', { token: other });
    const { data } = body as { data: { id: number; current: boolean }[] };
    expect(data.filter((session) => session.current).length).toBe(1);
    for (const { id, current } of data)
      if (!current) await t.call('DELETE', `/api/auth/sessions/${id}`, { token: other });
    expect(await ended).toEqual({ reason: 'revoked' });
    await closed;
    expect((await t.as('supervisor', 'GET', '/api/user')).status).toBe(401);
    expect((await t.call('GET', '/api/user', { token: other })).status).toBe(200);
  });

  it('of somebody else cannot be ended', async () => {
    const { rows } = await t.platform.db.pool.query<{ id: number }>(
      'select id from sessions where user_id = $1 and revoked_at is null limit 1',
      [t.idOf('admin')],
    );
    const token = ((await login('sarah', 'sate ayam madura 12')).body as { token: string }).token;
    expect((await t.call('DELETE', `/api/auth/sessions/${rows[0]?.id}`, { token })).status).toBe(404);
  });

  it('end when their time is over', async () => {
    const token = ((await login('sarah', 'sate ayam madura 12')).body as { token: string }).token;
    t.clock.advance(13 * 3_600_000);
    expect((await t.call('GET', '/api/user', { token })).body).toMatchObject({ code: 'session_ended' });
  });
});
