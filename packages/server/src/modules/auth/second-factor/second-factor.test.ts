import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { signInRequests } from '../../../../test/auth/authenticator.ts';
import { mailServer } from '../../../../test/mail/mail-server.ts';
import { PASSWORD } from '../../../../test/people.ts';

let t: TestApp;
let my: ReturnType<typeof signInRequests>;
beforeEach(async () => {
  t = await testApp();
  my = signInRequests(t);
});
afterEach(() => t.close());

const get = (token: string | undefined, address = '/api/tickets') => t.call('GET', address, { token });
/** A mail without the soft line breaks of quoted-printable. */
const textOf = (mail = '') => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
const auditOf = async (action: string) =>
  (await t.platform.db.pool.query('select user_id, subject from audit_log where action = $1', [action])).rows;

describe('setting up an authenticator app', () => {
  it('requires the password, and counts only once it is confirmed', { tags: 'full' }, async () => {
    const { token } = await my.logIn('dewi');
    const wrong = await t.call('POST', '/api/user/second_factor/setup', {
      token,
      body: { current_password: 'no' },
    });
    expect(wrong.body).toMatchObject({ code: 'wrong_credentials' });
    const app = await my.begin(token);
    expect((await my.logIn('dewi')).token).toBeDefined();
    expect((await my.confirm(token, '000000')).body).toMatchObject({ code: 'wrong_code' });
    expect((await my.logIn('dewi')).token).toBeDefined();
    const confirmed = await my.confirm(token, app.code());
    const { recovery_codes: codes } = (confirmed.body as { data: { recovery_codes: string[] } }).data;
    expect(new Set(codes).size).toBe(10);
    expect(await my.logIn('dewi')).toMatchObject({ status: 401, code: 'second_factor_needed' });
    expect((await get(token, '/api/user/second_factor')).body).toMatchObject({
      data: { enabled_at: expect.any(String) as string, recovery_codes: 10, rule: 'allowed' },
    });
    expect(await auditOf('second_factor.enabled')).toEqual([
      { user_id: t.idOf('dewi'), subject: `user ${t.idOf('dewi')}` },
    ]);
  });

  it('leaves the current one in use until the new one is confirmed', { tags: 'full' }, async () => {
    const old = await my.setUp('dewi');
    const next = await my.begin(old.token);
    const signIn = async (code: string) => my.finish((await my.logIn('dewi')).challenge, code);
    expect((await signIn(next.code())).code).toBe('wrong_code');
    expect((await signIn(old.code())).token).toBeDefined();
    t.clock.advance(30_000);
    expect((await my.confirm(old.token, next.code())).status).toBe(200);
    t.clock.advance(30_000);
    expect((await signIn(old.code())).code).toBe('wrong_code');
    expect((await signIn(old.recovery[0] ?? '')).code).toBe('wrong_code');
    expect((await signIn(next.code())).token).toBeDefined();
  });

  it('expires when nobody confirms it', { tags: 'full' }, async () => {
    const { token } = await my.logIn('dewi');
    const app = await my.begin(token);
    t.clock.advance(16 * 60_000);
    expect((await my.confirm(token, app.code())).body).toMatchObject({ code: 'conflict' });
  });

  it('ends the sessions that began without it, and keeps its own', { tags: 'full' }, async () => {
    const { token: other } = await my.logIn('dewi');
    const { token } = await my.setUp('dewi');
    expect((await get(other)).body).toMatchObject({ code: 'session_ended' });
    expect((await get(token)).status).toBe(200);
  });

  it('does not store its secret and its recovery codes in plain text', { tags: 'full' }, async () => {
    const { token } = await my.logIn('dewi');
    const begun = await t.call('POST', '/api/user/second_factor/setup', {
      token,
      body: { current_password: PASSWORD },
    });
    const { secret, uri, qr } = (begun.body as { data: { secret: string; uri: string; qr: string } }).data;
    expect(uri).toContain(secret);
    expect(qr).toMatch(/^<svg /);
    const { recovery } = await my.setUp('budi');
    const factors = await t.platform.db.pool.query('select * from second_factors');
    const codes = await t.platform.db.pool.query('select * from recovery_codes');
    const dump = JSON.stringify([factors.rows, codes.rows]);
    expect(dump).not.toContain(secret);
    for (const code of recovery) expect(dump).not.toContain(code.replaceAll('-', ''));
  });
});

describe('signing in with a second factor', () => {
  it('gives a challenge after the password, which allows nothing, and a session after the code', async () => {
    const app = await my.setUp('dewi');
    const answer = await t.app.http.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'dewi', password: PASSWORD },
    });
    expect(answer.cookies).toEqual([]);
    expect(Object.keys(answer.json())).not.toContain('token');
    const { challenge } = (answer.json() as { details: { challenge: string } }).details;
    expect((await get(challenge)).status).toBe(401);
    expect((await my.finish(challenge, app.code())).token).toBeDefined();
    t.clock.advance(30_000);
    expect((await my.finish(challenge, app.code())).code).toBe('sign_in_expired');
  });

  it('waits five minutes for the code, and not beyond a new password', { tags: 'full' }, async () => {
    const app = await my.setUp('dewi');
    const { challenge } = await my.logIn('dewi');
    t.clock.advance(5 * 60_000);
    expect((await my.finish(challenge, app.code())).code).toBe('sign_in_expired');
    const { challenge: before } = await my.logIn('dewi');
    await t.as('admin', 'POST', `/api/users/${t.idOf('dewi')}/password_reset`);
    expect((await my.finish(before, app.code())).code).toBe('sign_in_expired');
    expect((await my.finish('made up', app.code())).code).toBe('sign_in_expired');
  });

  it('accepts each code once: the one of the set-up not again, nor one of a fast phone 65 seconds later', async () => {
    const { token } = await my.logIn('dewi');
    my.toStepStart();
    const app = await my.begin(token);
    const code = app.code();
    expect((await my.confirm(token, code)).status).toBe(200);
    const { challenge } = await my.logIn('dewi');
    expect((await my.finish(challenge, code)).code).toBe('used_code');

    const fast = app.code(1);
    const before = (await auditOf('sign_in.succeeded')).length;
    expect((await my.finish(challenge, fast)).token).toBeDefined();
    expect(await auditOf('sign_in.succeeded')).toHaveLength(before + 1);
    t.clock.advance(30_000);
    expect((await my.finish((await my.logIn('dewi')).challenge, app.code())).code).toBe('used_code');
    t.clock.advance(35_000);
    const { app: restarted, close } = await t.another();
    const { challenge: later = '' } = await my.logIn('dewi');
    const again = await restarted.http.app.inject({
      method: 'POST',
      url: '/api/auth/second_factor',
      payload: { challenge: later, code: fast },
    });
    expect(again.json()).toMatchObject({ code: 'used_code' });
    await close();
    expect((await my.finish(later, app.code())).token).toBeDefined();
  });

  it('gives one session to two requests with the same code', { tags: 'full' }, async () => {
    const app = await my.setUp('dewi');
    const challenges = [await my.logIn('dewi'), await my.logIn('dewi')].map(({ challenge }) => challenge);
    const code = app.code();
    const answers = await Promise.all(challenges.map((challenge) => my.finish(challenge, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('accepts each recovery code once, however it is typed', { tags: 'full' }, async () => {
    const { recovery, token } = await my.setUp('dewi');
    const [code = ''] = recovery;
    const signIn = async (typed: string) => my.finish((await my.logIn('dewi')).challenge, typed);
    expect((await signIn(` ${code.toUpperCase().replaceAll('-', ' ')} `)).token).toBeDefined();
    expect((await signIn(code)).code).toBe('wrong_code');
    expect((await get(token, '/api/user/second_factor')).body).toMatchObject({ data: { recovery_codes: 9 } });
    expect(await auditOf('second_factor.recovery_code_used')).toHaveLength(1);
    const { rows: used } = await t.platform.db.pool.query<{ source: object }>(
      "select source from audit_log where action = 'second_factor.recovery_code_used'",
    );
    expect(used[0]?.source).toMatchObject({ address: '127.0.0.1' });
    const renewed = await t.call('POST', '/api/user/second_factor/recovery_codes', {
      token,
      body: { current_password: PASSWORD },
    });
    const codes = (renewed.body as { data: { recovery_codes: string[] } }).data.recovery_codes;
    expect((await signIn(recovery[1] ?? '')).code).toBe('wrong_code');
    expect((await signIn(codes[0] ?? '')).token).toBeDefined();
  });

  it('locks guesses out, whatever password is typed between them and from wherever', async () => {
    const app = await my.setUp('dewi');
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { challenge } = await my.logIn('dewi', PASSWORD, { 'x-forwarded-for': `203.0.113.${n}` });
      const { code } = await my.finish(challenge, '000000', { 'x-forwarded-for': `203.0.113.${n}` });
      codes.push(code);
    }
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('wrong_code'));
    expect(codes.slice(10)).toEqual(['locked_out', 'locked_out']);
    const { challenge } = await my.logIn('dewi');
    expect((await my.finish(challenge, app.code())).code).toBe('locked_out');
    t.clock.advance(31_000);
    expect((await my.finish(challenge, app.code())).token).toBeDefined();
  });
});

describe('nothing bypasses the second factor', () => {
  it('not a browser in which the user is known', { tags: 'full' }, async () => {
    const app = await my.setUp('dewi');
    const { challenge } = await my.logIn('dewi');
    const known = await t.app.http.app.inject({
      method: 'POST',
      url: '/api/auth/second_factor',
      payload: { challenge, code: app.code() },
    });
    const cookie = known.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect(cookie).toContain('trunkline_device=');
    const device = cookie.split('; ').find((one) => one.startsWith('trunkline_device')) ?? '';
    expect((await my.logIn('dewi', PASSWORD, { cookie: device })).code).toBe('second_factor_needed');
  });

  it('not a new password: by a link, from an administrator, or changed', async () => {
    const mails: string[] = [];
    const smtp = await mailServer(mails);
    const mail = { host: '127.0.0.1', port: smtp.port, secure: false, username: '', from: 'desk@x.example' };
    await t.as('admin', 'PATCH', '/api/configs/app', { mail });
    await t.platform.db.pool.query(`update users set email = 'dewi@x.example' where username = 'dewi'`);
    const app = await my.setUp('dewi');
    await t.call('POST', '/api/auth/password/forgot', { body: { username: 'dewi' } });
    await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1);
    const link = /token=([\w-]+)/.exec(textOf(mails[0]))?.[1] ?? '';
    const reset = await t.app.http.app.inject({
      method: 'POST',
      url: '/api/auth/password/reset',
      payload: { token: link, new_password: 'sate ayam madura 12' },
    });
    expect(reset.statusCode).toBe(200);
    expect(reset.cookies.map(({ name }) => name)).toEqual(['trunkline_device']);
    expect((await my.logIn('dewi', 'sate ayam madura 12')).code).toBe('second_factor_needed');

    const given = await t.as('admin', 'POST', `/api/users/${t.idOf('dewi')}/password_reset`);
    const { temporary_password: temporary } = given.body as { temporary_password: string };
    const { challenge, code } = await my.logIn('dewi', temporary);
    expect(code).toBe('second_factor_needed');
    const { token } = await my.finish(challenge, app.code());
    expect((await get(token)).body).toMatchObject({ code: 'password_expired' });
    await t.call('POST', '/api/auth/password', {
      token,
      body: { current_password: temporary, new_password: 'nasi goreng spesial 7' },
    });
    expect((await my.logIn('dewi', 'nasi goreng spesial 7')).code).toBe('second_factor_needed');
    await smtp.close();
  });

  it(
    'but an administrator’s reset, which ends every session and is in the audit log',
    { tags: 'full' },
    async () => {
      const { token } = await my.setUp('dewi');
      const reset = (by: 'admin' | 'supervisor') =>
        t.as(by, 'POST', `/api/users/${t.idOf('dewi')}/second_factor/reset`);
      expect((await reset('supervisor')).status).toBe(403);
      expect((await reset('admin')).status).toBe(200);
      expect((await get(token)).body).toMatchObject({ code: 'session_ended' });
      expect((await my.logIn('dewi')).token).toBeDefined();
      expect(await auditOf('second_factor.reset')).toEqual([
        { user_id: t.idOf('admin'), subject: `user ${t.idOf('dewi')}` },
      ]);
      const people = await t.as('admin', 'GET', '/api/users');
      expect((people.body as { data: object[] }).data).toContainEqual(
        expect.objectContaining({ username: 'dewi', has_second_factor: false }),
      );
    },
  );
});

describe('a level that requires a second factor', () => {
  const demandFactor = async (second_factor: 'required' | 'allowed') => {
    const { rows } = await t.platform.db.pool.query<{ id: number; version: number }>(
      'select l.id, l.version from user_levels l join users u on u.user_level_id = l.id where u.id = $1',
      [t.idOf('dewi')],
    );
    const [level] = rows;
    return t.as('admin', 'PATCH', `/api/levels/${level?.id}`, { version: level?.version, second_factor });
  };

  it('allows nothing else until it is set up, from the next request on', async () => {
    const socket = await t.connect('dewi');
    const closed = new Promise((resolve) => socket.on('disconnect', resolve));
    const { token } = await my.logIn('dewi');
    expect((await get(token)).status).toBe(200);
    expect((await demandFactor('required')).body).toMatchObject({ data: { second_factor: 'required' } });
    await closed;
    for (const address of ['/api/tickets', '/api/agents', '/api/auth/socket_token', '/api/auth/sessions'])
      expect((await get(token, address)).body, address).toMatchObject({ code: 'second_factor_required' });
    expect((await get(token, '/api/user')).body).toMatchObject({ data: { second_factor_missing: true } });
    await expect(t.connect('dewi')).rejects.toMatchObject({ data: { code: 'second_factor_required' } });

    const { token: fresh } = await my.logIn('dewi');
    expect((await get(fresh)).body).toMatchObject({ code: 'second_factor_required' });
    const app = await my.begin(fresh);
    expect((await my.confirm(fresh, app.code())).status).toBe(200);
    expect((await get(fresh)).status).toBe(200);
    expect((await get(fresh, '/api/user')).body).toMatchObject({ data: { second_factor_missing: false } });
  });

  it('prevents its removal, and lets users who have one continue', { tags: 'full' }, async () => {
    const { token } = await my.setUp('dewi');
    await demandFactor('required');
    expect((await get(token)).status).toBe(200);
    const remove = () =>
      t.call('POST', '/api/user/second_factor/remove', { token, body: { current_password: PASSWORD } });
    expect((await remove()).body).toMatchObject({ code: 'conflict' });
    await demandFactor('allowed');
    expect((await remove()).status).toBe(200);
    expect((await my.logIn('dewi')).token).toBeDefined();
    expect(await auditOf('second_factor.removed')).toHaveLength(1);
    await demandFactor('required');
    expect((await get(token)).body).toMatchObject({ code: 'second_factor_required' });
  });
});
