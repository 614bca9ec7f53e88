import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { mailServer } from '../../../test/mail/mail-server.ts';
import { PASSWORD } from '../../../test/people.ts';

let t: TestApp;
let smtp: Awaited<ReturnType<typeof mailServer>>;
const mails: string[] = [];

beforeAll(async () => {
  t = await testApp();
  smtp = await mailServer(mails);
  await setMail({
    host: '127.0.0.1',
    port: smtp.port,
    secure: false,
    username: '',
    from: 'desk@trunkline.example',
  });
  await t.platform.db.pool.query(`update users set email = username || '@mail.example'`);
});
afterAll(async () => {
  await t.close();
  await smtp.close();
});

const setMail = (mail: object | null) => t.as('admin', 'PATCH', '/api/configs/app', { mail });
const requestReset = (username: string) =>
  t.call('POST', '/api/auth/password/forgot', { body: { username } });
/** The last mail to this address, without the soft line breaks of quoted-printable. */
const mailTo = (address: string) =>
  mails
    .findLast((mail) => mail.includes(`To: ${address}`))
    ?.replaceAll('=\r\n', '')
    .replaceAll('=3D', '=');

it('a link for a new password is in the mail and nowhere else', async () => {
  await t.platform.jobs.stop();
  await requestReset('budi');

  await t.platform.jobs.start();
  await expect.poll(() => mailTo('budi@mail.example'), { timeout: 10_000 }).toBeDefined();
  const token = /token=([\w-]+)/.exec(mailTo('budi@mail.example') ?? '')?.[1] ?? 'none';
  const resets = await t.platform.db.pool.query('select token_hash::text from password_resets');
  const jobs = await t.platform.db.pool.query('select payload::text from graphile_worker._private_jobs');
  expect(JSON.stringify([resets.rows, jobs.rows])).not.toContain(token);
  const body = { token, new_password: 'sate ayam madura 12' };
  expect((await t.call('POST', '/api/auth/password/reset', { body })).status).toBe(200);
});

it('requesting a link takes the same work whether or not there is such a user', async () => {
  await t.platform.jobs.stop();
  for (const name of ['budi', 'nobody', 'sarah']) expect((await requestReset(name)).status).toBe(200);
  const queued = await t.platform.db.pool.query<{ payload: object }>(
    'select payload from graphile_worker._private_jobs order by id',
  );
  const payloads = queued.rows.map(({ payload }) => payload);
  const expires_at = expect.any(String) as string;
  expect(payloads).toEqual(['budi', 'nobody', 'sarah'].map((username) => ({ username, expires_at })));
  const touched = await t.platform.db.pool.query(
    `select (select count(*)::int from password_resets where used_at is null) as links,
            (select count(*)::int from users where username = 'sarah' and reset_links > 0) as counted`,
  );
  expect(touched.rows).toEqual([{ links: 0, counted: 0 }]);
  await t.platform.db.pool.query('delete from graphile_worker._private_jobs');
  await t.platform.jobs.start();
});

it('a link for a new password ends with the next one, and with a new password or address', async () => {
  const linkFor = async (username: 'supervisor' | 'qa', before: string | undefined) => {
    await requestReset(username);
    await expect.poll(() => mailTo(`${username}@mail.example`), { timeout: 10_000 }).not.toBe(before);
    const mail = mailTo(`${username}@mail.example`);
    return { mail, token: /token=([\w-]+)/.exec(mail ?? '')?.[1] ?? 'none' };
  };
  const reset = async (token: string, new_password: string) =>
    (await t.call('POST', '/api/auth/password/reset', { body: { token, new_password } })).status;
  const first = await linkFor('qa', undefined);
  const second = await linkFor('qa', first.mail);
  expect(await reset(first.token, 'sate ayam madura 13')).toBe(404);
  const change = { email: 'qa@mail.example', current_password: PASSWORD };
  expect((await t.as('qa', 'POST', '/api/user/email', change)).status).toBe(200);
  expect(await reset(second.token, 'sate ayam madura 14')).toBe(404);
  const third = await linkFor('qa', second.mail);
  const body = { current_password: PASSWORD, new_password: 'sate ayam madura 15' };
  expect((await t.as('qa', 'POST', '/api/auth/password', body)).status).toBe(200);
  expect(await reset(third.token, 'sate ayam madura 16')).toBe(404);
  const back = { current_password: 'sate ayam madura 15', new_password: PASSWORD };
  expect((await t.as('qa', 'POST', '/api/auth/password', back)).status).toBe(200);
  t.clock.advance(61 * 60_000);
});

it('a link is not sent any more once its hour is over', async () => {
  await t.platform.jobs.stop();
  await requestReset('sarah');
  t.clock.advance(61 * 60_000);
  await requestReset('dewi');
  await t.platform.jobs.start();
  const left = () =>
    t.platform.db.pool.query('select from graphile_worker._private_jobs').then((r) => r.rowCount);
  await expect.poll(left, { timeout: 10_000 }).toBe(0);
  expect(mailTo('dewi@mail.example')).toBeDefined();
  expect(mailTo('sarah@mail.example')).toBeUndefined();
});

it('an account gets a few links an hour, and the response is always the same', async () => {
  const count = () => mails.filter((mail) => mail.includes('To: supervisor@mail.example')).length;
  const ask = async (times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => requestReset('supervisor')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };
  const queue = () => t.platform.db.pool.query('select from graphile_worker._private_jobs');
  const left = async () => (await queue()).rowCount;
  await ask(8);
  await expect.poll(left, { timeout: 10_000 }).toBe(0);
  expect(count()).toBe(3);
  t.clock.advance(61 * 60_000);
  await ask(1);
  await expect.poll(left, { timeout: 10_000 }).toBe(0);
  expect(count()).toBe(4);
});

it('a new e-mail address requires the password, and the old address is informed', async () => {
  const change = (current_password: string) =>
    t.as('qa', 'POST', '/api/user/email', { email: 'laras@new.example', current_password });
  expect((await change('guess')).body).toMatchObject({ code: 'wrong_credentials' });
  expect((await t.as('qa', 'PATCH', '/api/user', { email: 'laras@new.example' })).status).toBe(400);
  expect((await t.as('qa', 'GET', '/api/user')).body).toMatchObject({ data: { email: 'qa@mail.example' } });
  expect((await change(PASSWORD)).body).toMatchObject({ data: { email: 'laras@new.example' } });
  await expect.poll(() => mailTo('qa@mail.example'), { timeout: 10_000 }).toContain('laras@new.example');
});

it('the stored mail password is only used for the server and user that it was entered for', async () => {
  const mail = { host: '127.0.0.1', port: 2525, secure: false, username: 'desk', from: 'desk@mail.example' };
  const stored = async () => {
    const { rows } = await t.platform.db.pool.query<{ value: { sealed_password: string } }>(
      `select value from app_config where key = 'mail'`,
    );
    return rows[0]?.value.sealed_password;
  };
  expect((await setMail({ ...mail, password: 'of desk' })).status).toBe(200);
  const sealed = await stored();
  for (const change of [{ host: 'evil.example' }, { port: 2526 }, { secure: true }, { username: 'other' }]) {
    const refused = { code: 'invalid', details: [{ path: 'mail.password' }] };
    expect((await setMail({ ...mail, ...change })).body).toMatchObject(refused);
  }
  expect(await stored()).toBe(sealed);
  expect((await setMail({ ...mail, from: 'other@mail.example' })).status).toBe(200);
  expect(await stored()).toBe(sealed);
  expect((await setMail({ ...mail, port: 2526, password: '' })).status).toBe(200);
  expect(await stored()).toBe('');
});

it('outgoing mail can be disabled again, together with its password', async () => {
  expect(
    (await setMail({ host: '', port: 25, secure: false, username: '', from: 'a@b.example' })).status,
  ).toBe(400);
  expect((await setMail(null)).body).toMatchObject({ data: { mail: { is_configured: false, host: '' } } });
  expect((await t.as('admin', 'POST', '/api/configs/app/mail_test')).body).toMatchObject({
    code: 'mail_not_configured',
  });
  // Without outgoing mail no reset link is offered either.
  const possible = await t.call('GET', '/api/auth/password/forgot');
  expect(possible.body).toEqual({ data: { is_possible: false } });
  for (const username of ['dewi', 'nobody'])
    expect((await requestReset(username)).body).toMatchObject({ code: 'mail_not_configured' });
  const { rows } = await t.platform.db.pool.query(`select value from app_config where key = 'mail'`);
  expect(rows).toMatchObject([{ value: { sealed_password: '' } }]);
});
