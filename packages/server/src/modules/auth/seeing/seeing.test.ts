import { ENDPOINTS, type CurrentUser } from '@trunkline/contract';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { coversAll } from './seeing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await t.connect('qa');
});
afterAll(() => t.close());
afterEach(async () => {
  await t.as('admin', 'DELETE', '/api/user/seeing');
});

const rows = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.platform.db.pool.query<R>(sql, values)).rows;
const viewAs = (who: Parameters<TestApp['idOf']>[0], by: 'admin' | 'supervisor' | 'dewi' = 'admin') =>
  t.as(by, 'POST', `/api/users/${t.idOf(who)}/see_as`);
const me = async () => ((await t.as('admin', 'GET', '/api/user')).body as { data: CurrentUser }).data;

it('shows the workspace as that user sees it, until it is ended', async () => {
  expect((await t.as('admin', 'GET', '/api/levels')).status).toBe(200);
  const { status, body } = await viewAs('dewi');
  expect(status).toBe(200);
  const { until } = body as { until: string };
  expect(await me()).toMatchObject({
    username: 'dewi',
    department_ids: [t.departmentIds[0]],
    seen_by: { fullname: 'Ratna Wijaya', until },
  });
  expect((await t.as('admin', 'GET', '/api/levels')).status).toBe(403);
  // The other user does not notice it.
  expect((await t.as('dewi', 'GET', '/api/user')).body).toMatchObject({ data: { seen_by: null } });
  expect((await t.as('dewi', 'PATCH', '/api/user', { theme: 'dark' })).status).toBe(200);

  expect((await t.as('admin', 'DELETE', '/api/user/seeing')).status).toBe(200);
  expect(await me()).toMatchObject({ username: 'admin', seen_by: null });
  const entries = await rows<{ action: string; user_id: number; subject: string }>(
    `select action, user_id, subject from audit_log where action like 'user.seen%' order by id desc limit 2`,
  );
  const [user_id, subject] = [t.idOf('admin'), `user ${t.idOf('dewi')}`];
  expect(entries).toEqual([
    { action: 'user.seen_as_ended', user_id, subject },
    { action: 'user.seen_as', user_id, subject },
  ]);
});

it('refuses every change, with a code of its own, and changes nothing', async () => {
  await viewAs('dewi');
  const token = await t.signIn('admin');
  const allowed: string[] = [];
  for (const [name, { method, path, permission, whileSeeing }] of ENDPOINTS) {
    if (method === 'GET' || permission === 'public' || permission === 'visitor' || whileSeeing) continue;
    const { status, body } = await t.call(method, path.replace(/:\w+/g, '1'), { token, body: {} });
    if (status !== 403 || (body as { code?: string }).code !== 'seeing_as') allowed.push(`${name} ${status}`);
  }
  expect(allowed).toEqual([]);
});

it('closes the sockets of the session, and allows none', async () => {
  const before = await t.connect('admin');
  const closed = new Promise((resolve) => before.once('disconnect', resolve));
  await viewAs('dewi');
  await closed;
  for (const userId of [t.idOf('dewi'), t.idOf('admin')]) {
    const token = await t.signIn('admin');
    const socket = io(t.url(), {
      query: { token, user_id: String(userId) },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    const refused = await new Promise<Error & { data?: object }>((resolve) =>
      socket.once('connect_error', resolve),
    );
    expect(refused.data).toMatchObject({ code: 'seeing_as' });
    socket.disconnect();
  }
  // The same with the token that pages use for sockets.
  const { token, user_id } = (await t.as('admin', 'GET', '/api/auth/socket_token')).body as {
    token?: string;
    user_id?: number;
  };
  await expect(t.app.modules.auth.socketViewer(token ?? '', user_id ?? 0)).rejects.toMatchObject({
    code: 'seeing_as',
  });
});

it('ends after an hour, with the permission, or when the other user is given more permissions', async () => {
  await viewAs('dewi');
  t.clock.advance(60 * 60_000);
  expect(await me()).toMatchObject({ username: 'admin' });

  await viewAs('dewi');
  const narrow = `update user_levels set visibility = $2, version = version + 1 where id =
    (select user_level_id from users where id = $1)`;
  await rows(narrow, [t.idOf('admin'), 'own']);
  expect(await me()).toMatchObject({ username: 'admin' });
  await rows(narrow, [t.idOf('admin'), 'all']);
  expect(await me()).toMatchObject({ username: 'dewi' });
  await rows('update users set is_active = false where id = $1', [t.idOf('dewi')]);
  expect(await me()).toMatchObject({ username: 'admin' });
  await rows('update users set is_active = true where id = $1', [t.idOf('dewi')]);
});

it('signs out the administrator who looks, and nobody else', async () => {
  const { body } = await t.call('POST', '/api/auth/login', {
    body: { username: 'admin', password: 'correct horse battery' },
  });
  const { token } = body as { token: string };
  await t.call('POST', `/api/users/${t.idOf('dewi')}/see_as`, { token });
  expect((await t.call('POST', '/api/auth/logout', { token })).status).toBe(200);
  expect((await t.call('GET', '/api/user', { token })).status).toBe(401);
  expect((await t.as('dewi', 'GET', '/api/user')).status).toBe(200);
});

it('requires the permission, and is refused for users who have more permissions', async () => {
  expect((await viewAs('budi', 'dewi')).body).toMatchObject({ code: 'forbidden' });
  expect((await viewAs('admin')).body).toMatchObject({ code: 'conflict' });
  expect((await t.as('admin', 'POST', '/api/users/999999/see_as')).status).toBe(404);
  await rows(
    `update user_level_modules set module_activity_code = 'VIEW,SEE_AS', is_active = true where module_code = 'USERS'
      and user_level_id = (select user_level_id from users where id = $1)`,
    [t.idOf('supervisor')],
  );
  await rows('update user_levels set version = version + 1');
  expect((await viewAs('admin', 'supervisor')).body).toMatchObject({ code: 'not_grantable' });
  expect((await viewAs('dewi', 'supervisor')).status).toBe(200);
  await t.as('supervisor', 'DELETE', '/api/user/seeing');
});

it.each([
  ['department', [1], 'department', [1], true],
  ['department', [1], 'department', [1, 2], false],
  ['department', [1], 'own', [2], false],
  ['department', [1, 2], 'all', [1], false],
  ['own', [1], 'own', [1], false],
  ['all', [], 'all', [7], true],
] as const)('whoever sees %s of %j looks as one who sees %s of %j: %s', (...given) => {
  const [visibility, departmentIds, theirs, theirDepartments, expected] = given;
  const codes = new Set(['TICKETS:VIEW']);
  const viewer = { codes, visibility, departmentIds };
  expect(coversAll(viewer, { codes, visibility: theirs, departmentIds: theirDepartments })).toBe(expected);
  expect(coversAll({ ...viewer, codes: new Set() }, { codes, visibility: theirs, departmentIds: [] })).toBe(
    false,
  );
});
