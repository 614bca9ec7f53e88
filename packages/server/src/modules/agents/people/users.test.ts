import { Activity, type Person } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import { mailServer } from '../../../../test/mail/mail-server.ts';
import { PASSWORD, type Username } from '../../../../test/people.ts';

let t: TestApp;
let smtp: Awaited<ReturnType<typeof mailServer>>;
const mails: string[] = [];
const levels = new Map<string, number>();

beforeAll(async () => {
  t = await testApp();
  smtp = await mailServer(mails);
  const mail = {
    host: '127.0.0.1',
    port: smtp.port,
    secure: false,
    username: '',
    from: 'desk@trunkline.example',
  };
  await t.as('admin', 'PATCH', '/api/configs/app', { mail });
  const { rows } = await t.platform.db.pool.query<{ id: number; name: string }>(
    'select id, name from user_levels',
  );
  for (const { id, name } of rows) levels.set(name, id);
});
afterAll(async () => {
  await t.close();
  await smtp.close();
});

const { data } = deskOf(() => t);
const levelOf = (name: string) => levels.get(name) ?? 0;
const people = () => data<Person[]>('admin', 'GET', '/api/users');
const byName = async (username: string) => (await people()).find((one) => one.username === username);
const add = (body: object, by: Username = 'admin') =>
  t.as(by, 'POST', '/api/users', {
    fullname: 'Sam Lee',
    username: 'sam',
    email: 'sam.lee@centre.example',
    user_level_id: levelOf('Agent'),
    department_ids: [t.departmentIds[0]],
    sign_in: 'invitation',
    ...body,
  });
const edit = async (username: string, change: object, by: Username = 'admin') => {
  const one = await byName(username);
  return t.as(by, 'PATCH', `/api/users/${one?.id}`, { version: one?.version, ...change });
};
const act = async (username: string, what: 'deactivate' | 'activate', body: object = {}) => {
  const one = await byName(username);
  const more = what === 'deactivate' ? { hand_over: 'route', ...body } : body;
  return t.as('admin', 'POST', `/api/users/${one?.id}/${what}`, { version: one?.version, ...more });
};
/** The token in the last mail to this address; waits for a mail that is under way. */
async function tokenFor(address: string, known = 0): Promise<string> {
  const to = () => mails.filter((mail) => mail.toLowerCase().includes(`to: ${address}`));
  await expect.poll(() => to().length, { timeout: 10_000 }).toBeGreaterThan(known);
  const text = to().at(-1)?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  return /token=([\w-]+)/.exec(text)?.[1] ?? 'none';
}
const setPassword = (token: string, new_password = 'sate ayam madura 12') =>
  t.call('POST', '/api/auth/password/reset', { body: { token, new_password } });
const logIn = (username: string, password: string) =>
  t.call('POST', '/api/auth/login', { body: { username, password } });
const tokenOf = async (username: string, password: string) =>
  ((await logIn(username, password)).body as { token: string }).token;
const auditOf = async (action: string) =>
  (
    await t.platform.db.pool.query<{ details: object }>(
      'select details from audit_log where action = $1 order by id desc limit 1',
      [action],
    )
  ).rows[0]?.details;

describe('an invitation', () => {
  it('is a link that sets the password once, and is not used up by a mail scanner that opens it', async () => {
    const made = await add({ language: 'id' });
    expect(made).toMatchObject({
      status: 200,
      body: { data: { sign_in: 'invited' }, temporary_password: null },
    });
    const token = await tokenFor('sam.lee@centre.example');
    expect(mails.at(-1)).toContain('Nama pengguna');
    for (const method of ['HEAD', 'GET']) await t.call(method, `/api/auth/password/reset?token=${token}`);
    expect((await logIn('sam', '')).status).toBe(400);
    expect((await setPassword(token, 'short')).body).toMatchObject({ code: 'weak_password' });
    expect((await setPassword(token)).status).toBe(200);
    expect((await setPassword(token)).status).toBe(404);
    expect((await logIn('SAM', 'sate ayam madura 12')).status).toBe(200);
    expect(await byName('sam')).toMatchObject({ sign_in: 'ready', invitation_expires_at: null });
    expect(await auditOf('user.created')).toMatchObject({ after: { username: 'sam' } });
  });

  it(
    'ends when it is withdrawn, sent again, sent to another address, or too old',
    { tags: 'full' },
    async () => {
      expect((await add({ username: 'ani', email: 'ani@centre.example' })).status).toBe(200);
      const first = await tokenFor('ani@centre.example');
      const { id = 0 } = (await byName('ani')) ?? {};
      expect((await t.as('admin', 'DELETE', `/api/users/${id}/invitation`)).body).toMatchObject({
        data: { sign_in: 'none' },
      });
      expect((await setPassword(first)).status).toBe(404);
      expect((await t.as('admin', 'POST', `/api/users/${id}/invitation`)).status).toBe(200);
      const second = await tokenFor('ani@centre.example', 1);
      expect((await edit('ani', { email: 'ani.s@centre.example' })).status).toBe(200);
      const third = await tokenFor('ani.s@centre.example');
      expect((await setPassword(second)).status).toBe(404);
      t.clock.advance(8 * 86_400_000);
      expect(await byName('ani')).toMatchObject({ sign_in: 'invitation_expired' });
      expect((await setPassword(third)).status).toBe(404);
      expect((await t.as('admin', 'POST', `/api/users/${id}/invitation`)).status).toBe(200);
      expect((await setPassword(await tokenFor('ani.s@centre.example', 1))).status).toBe(200);
      expect((await t.as('admin', 'POST', `/api/users/${id}/invitation`)).status).toBe(409);
    },
  );

  it(
    'is not replaced by a link for a forgotten password that a stranger requests',
    { tags: 'full' },
    async () => {
      await add({ username: 'tia', email: 'tia@centre.example' });
      const token = await tokenFor('tia@centre.example');
      await t.call('POST', '/api/auth/password/forgot', { body: { username: 'tia' } });
      await tokenFor('tia@centre.example', 1);
      expect((await setPassword(token)).status).toBe(200);
    },
  );
});

describe('an account', () => {
  it('has a unique name, address and extension, however they are spelled', async () => {
    const refused = [
      [{ username: 'DEWI', email: null }, 'username'],
      [{ username: 'sam2', email: 'SAM.LEE@centre.example' }, 'email'],
      [{ username: 'sam3', email: null, extension: 'EXT-dewi' }, 'extension'],
    ] as const;
    for (const [body, path] of refused)
      expect(await add({ ...body, sign_in: 'temporary_password' })).toMatchObject({
        status: 409,
        body: { code: 'duplicate', details: { path } },
      });
    await expect(
      t.platform.db.pool.query("update users set email = 'SAM.lee@Centre.example' where username = 'dewi'"),
    ).rejects.toMatchObject({ code: '23505' });
    const own = { email: 'sam.lee@CENTRE.example', current_password: PASSWORD };
    expect((await t.as('dewi', 'POST', '/api/user/email', own)).body).toMatchObject({ code: 'duplicate' });
  });

  it('with a temporary password works after that was changed', async () => {
    const made = await add({ username: 'rudi', email: null, sign_in: 'temporary_password' });
    const { temporary_password: password } = made.body as { temporary_password: string };
    const token = await tokenOf('rudi', password);
    expect((await t.call('GET', '/api/tickets', { token })).body).toMatchObject({ code: 'password_expired' });
    expect((await t.call('GET', '/api/user', { token })).body).toMatchObject({
      data: { password_expired: true },
    });
  });

  it('is saved as a whole, with before and after in the audit log, and stale versions are refused', async () => {
    const before = await byName('qa');
    const change = {
      fullname: 'Laras P.',
      extension: '2100',
      is_monitoring: true,
      department_ids: [t.departmentIds[1]],
      language: 'id',
    };
    expect(await edit('qa', change)).toMatchObject({ status: 200, body: { data: change } });
    expect(await auditOf('user.changed')).toEqual({
      before: {
        fullname: before?.fullname,
        extension: before?.extension,
        is_monitoring: false,
        department_ids: [t.departmentIds[0]],
        language: 'en',
      },
      after: change,
    });
    const stale = { version: before?.version, fullname: 'Somebody else' };
    expect(await t.as('admin', 'PATCH', `/api/users/${before?.id}`, stale)).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { fullname: 'Laras P.' } } },
    });
  });

  it('has skills and a chat capacity, saved as a whole or not at all', { tags: 'full' }, async () => {
    const { rows } = await t.platform.db.pool.query<{ id: number }>(
      "insert into skills (name) values ('Latte art'), ('Repairs') returning id",
    );
    const [latte = 0, repairs = 0] = rows.map(({ id }) => id);
    const first = [{ skill_id: latte, proficiency: 3 }];
    const change = { skills: [...first, { skill_id: repairs, proficiency: 5 }], chat_capacity: 7 };
    expect((await edit('qa', { skills: first })).status).toBe(200);
    const before = await byName('qa');
    expect(await edit('qa', change)).toMatchObject({ status: 200, body: { data: { chat_capacity: 7 } } });
    expect(await byName('qa')).toMatchObject(change);
    const entry = { before: { skills: first, chat_capacity: before?.chat_capacity }, after: change };
    expect(await auditOf('user.changed')).toEqual(entry);
    const count = async () =>
      (await t.platform.db.pool.query("select from audit_log where action = 'user.changed'")).rowCount;
    const known = await count();

    const other = { skill_id: latte, proficiency: 1 };
    const refused = [
      [{ skills: [other, other], chat_capacity: 2 }, 400],
      [{ skills: [{ skill_id: latte, proficiency: 6 }], chat_capacity: 2 }, 400],
      [{ skills: [{ skill_id: 999_999, proficiency: 1 }], chat_capacity: 2 }, 422],
      [{ skills: [other], chat_capacity: -1 }, 400],
      [{ skills: [other], chat_capacity: 2, version: before?.version }, 409],
    ] as const;
    for (const [body, status] of refused)
      expect((await edit('qa', body)).status, JSON.stringify(body)).toBe(status);
    expect((await edit('qa', { skills: change.skills.toReversed() })).status).toBe(200);
    expect(await byName('qa')).toMatchObject(change);
    expect(await count()).toBe(known);

    expect((await edit('qa', { skills: [], chat_capacity: 0 })).status).toBe(200);
    expect(await byName('qa')).toMatchObject({ skills: [], chat_capacity: 0 });
    expect(await auditOf('user.changed')).toEqual({
      before: change,
      after: { skills: [], chat_capacity: 0 },
    });
  });

  it('changes at once on the pages that the user has open', async () => {
    const socket = await t.connect('budi');
    const heard: string[] = [];
    for (const name of ['user-changed', 'rights-changed']) socket.on(name, () => heard.push(name));
    const ask = (name: string, payload: unknown) => socket.emitWithAck(name, payload) as Promise<unknown>;
    await ask('resume', { after: null, topics: ['tickets'] });
    await ask('extension-join-room', 'ext-budi');
    const rooms = () => [...(t.app.realtime.socketsIn(`user:${t.idOf('budi')}`)[0]?.rooms ?? [])];
    const [care = 0, billing = 0] = t.departmentIds;
    expect(rooms()).toEqual(expect.arrayContaining(['extension:ext-budi', `tickets:department:${care}`]));
    expect((await edit('budi', { extension: '2050' })).status).toBe(200);
    await expect.poll(() => heard).toEqual(['user-changed']);
    await expect.poll(rooms).not.toContain('extension:ext-budi');
    expect(await ask('extension-join-room', '2050')).toEqual({ ok: true });
    expect(rooms()).toContain('extension:2050');
    expect((await edit('budi', { is_monitoring: true, department_ids: [billing] })).status).toBe(200);
    await expect.poll(() => heard).toEqual(['user-changed', 'rights-changed']);
    await expect.poll(rooms).toContain(`tickets:department:${billing}`);
    expect(rooms()).not.toContain(`tickets:department:${care}`);
    expect((await t.as('budi', 'GET', '/api/user')).body).toMatchObject({
      data: { is_monitoring: 1 },
      extension: '2050',
    });
    socket.disconnect();
    await edit('budi', { is_monitoring: false, extension: 'ext-budi', department_ids: [care] });
  });

  it('cannot be given more permissions than the editing user has', async () => {
    const pool = t.platform.db.pool;
    const made = await pool.query<{ id: number }>(
      "insert into user_levels (name, visibility) values ('People only', 'all') returning id",
    );
    const level = made.rows[0]?.id;
    await pool.query(
      "insert into user_level_modules values ($1, 'USERS', 'VIEW,EDIT,RESET_PASSWORD,SESSIONS', true)",
      [level],
    );
    await pool.query('update users set user_level_id = $1 where username = $2', [level, 'supervisor']);
    const administrator = levelOf('Administrator');
    const tries = [
      () =>
        add(
          { username: 'evil', email: null, user_level_id: administrator, sign_in: 'temporary_password' },
          'supervisor',
        ),
      () => edit('dewi', { user_level_id: administrator }, 'supervisor'),
      () => edit('admin', { email: 'mine@evil.example' }, 'supervisor'),
      () => t.as('supervisor', 'POST', `/api/users/${t.idOf('admin')}/password_reset`),
    ];
    for (const one of tries)
      expect(await one()).toMatchObject({ status: 403, body: { code: 'not_grantable' } });
    const plain = { username: 'plain', email: null, user_level_id: level, sign_in: 'temporary_password' };
    expect((await add(plain, 'supervisor')).status).toBe(200);
    await pool.query('update users set user_level_id = $1 where username = $2', [
      levelOf('Supervisor'),
      'supervisor',
    ]);
  });
});

describe('a deactivated user', () => {
  it('cannot sign in in any way, and after activation no old session works', async () => {
    const email = 'leaver@centre.example';
    await add({ username: 'leaver', email, user_level_id: levelOf('Administrator') });
    await setPassword(await tokenFor(email));
    const token = await tokenOf('leaver', 'sate ayam madura 12');
    const key = await t.call('POST', '/api/api_keys', {
      token,
      body: { name: 'CRM', codes: ['TICKETS:VIEW'], expires_at: null },
    });
    const { token: apiKey } = key.body as { token: string };
    await t.call('POST', '/api/auth/password/forgot', { body: { username: 'leaver' } });
    const link = await tokenFor(email, 1);
    const { id = 0 } = (await byName('leaver')) ?? {};
    const left = await data<object>('admin', 'GET', `/api/users/${id}/leaving`);
    expect(left).toMatchObject({ sessions: 1, api_keys: 1, open_tickets: 0, calls: 0 });
    expect((await act('leaver', 'deactivate')).status).toBe(200);
    for (const one of [token, apiKey])
      expect((await t.call('GET', '/api/tickets', { token: one })).status).toBe(401);
    expect((await t.call('GET', '/api/auth/socket_token', { token })).status).toBe(401);
    expect((await logIn('leaver', 'sate ayam madura 12')).status).toBe(401);
    expect((await setPassword(link, 'gado gado betawi 7')).status).toBe(404);
    const used = () =>
      t.platform.db.pool
        .query('select last_used_at from api_keys where user_id = $1', [id])
        .then(({ rows }) => rows);
    const before = await used();
    t.clock.advance(5 * 60_000);
    expect((await t.call('GET', '/api/tickets', { token: apiKey })).status).toBe(401);
    expect(await used()).toEqual(before);
    expect((await act('leaver', 'deactivate')).status).toBe(409);
    expect((await act('leaver', 'activate')).status).toBe(200);
    for (const one of [token, apiKey])
      expect((await t.call('GET', '/api/tickets', { token: one })).status).toBe(401);
    expect((await logIn('leaver', 'sate ayam madura 12')).status).toBe(200);
    expect(await auditOf('user.deactivated')).toMatchObject({
      before: { is_active: true },
      after: { is_active: false },
    });
  });

  it('has their page closed, and goes offline', async () => {
    const socket = await t.connect('dewi');
    const reasons: string[] = [];
    socket.on('session-ended', ({ reason }: { reason: string }) => reasons.push(reason));
    const closed = new Promise((resolve) => void socket.on('disconnect', resolve));
    expect((await act('dewi', 'deactivate')).status).toBe(200);
    await closed;
    expect(reasons).toEqual(['revoked']);
    await t.app.modules.agents.noticeGone();
    expect((await act('dewi', 'activate')).status).toBe(200);
  });

  it('can finish a running call, and nobody else is delayed', async () => {
    const id = t.idOf('sarah');
    const { agents } = t.app.modules;
    const doing = async () => {
      const { rows } = await t.platform.db.pool.query<{ user_activity_id: number }>(
        'select user_activity_id from agent_states where user_id = $1',
        [id],
      );
      return rows[0]?.user_activity_id;
    };
    await t.platform.db.transaction((tx) =>
      agents.change(tx, id, { activity: Activity.inRoomCall, cause: 'test' }),
    );
    await t.platform.db.pool.query(
      `insert into calls (media_id, direction, state, user_id) values (18, 'inbound', 'connected', $1)`,
      [id],
    );
    // A call of the user does not prevent deactivation: the dialog only warns about it.
    expect(await data<object>('admin', 'GET', `/api/users/${id}/leaving`)).toMatchObject({ calls: 1 });
    await t.platform.db.pool.query('delete from calls');
    expect((await act('sarah', 'deactivate')).status).toBe(200);
    expect(await doing()).toBe(Activity.inRoomCall);
    await t.platform.db.transaction((tx) => agents.endRoomCall(tx, id, t.departmentIds[1]));
    expect(await doing()).toBe(Activity.idleAfterCall);
    t.clock.advance(120_000);
    // The end of the wrap-up must not count as a sign of life: she has left, and is set offline next.
    await agents.wrapUp.endDue();
    expect(await doing()).toBe(Activity.ready);
    await agents.noticeGone();
    expect(await doing()).toBe(Activity.offline);
    expect((await act('sarah', 'activate')).status).toBe(200);
  });

  it('the last administrator cannot become one, but can be given another department', async () => {
    const editors = ['Administrator', 'People only'];
    const others = (await people()).filter((one) => editors.includes(one.level) && one.username !== 'admin');
    for (const { username, is_active } of others) if (is_active) await act(username, 'deactivate');
    expect((await act('admin', 'deactivate')).status).toBe(409);
    expect((await edit('admin', { user_level_id: levelOf('Agent') })).status).toBe(409);
    expect((await edit('admin', { department_ids: [t.departmentIds[1]] })).status).toBe(200);
  });
});

it('a new password ends the other sessions, and this one unless it is kept', async () => {
  const all = () => Promise.all([1, 2].map(() => tokenOf('qa', password)));
  const statuses = async (tokens: readonly string[]) =>
    (await Promise.all(tokens.map((token) => t.call('GET', '/api/user', { token })))).map(
      ({ status }) => status,
    );
  let password = PASSWORD;
  const change = async (token: string | undefined, new_password: string, more: object = {}) => {
    const body = { current_password: password, new_password, ...more };
    expect((await t.call('POST', '/api/auth/password', { token, body })).status).toBe(200);
    password = new_password;
  };
  const kept = await all();
  await change(kept[0], 'nasi goreng pagi 1');
  expect(await statuses(kept)).toEqual([200, 401]);
  const ended = await all();
  await change(ended[0], 'nasi goreng pagi 2', { keep_session: false });
  expect(await statuses([...kept, ...ended])).toEqual([401, 401, 401, 401]);
});

it('the sessions of a user are listed and ended one by one', async () => {
  const one = await tokenOf('sarah', PASSWORD);
  const other = await tokenOf('sarah', PASSWORD);
  const at = `/api/users/${t.idOf('sarah')}/sessions`;
  const [latest] = await data<{ id: number }[]>('admin', 'GET', at);
  expect((await t.as('admin', 'DELETE', `${at}/${latest?.id}`)).status).toBe(200);
  const left = await Promise.all([one, other].map((token) => t.call('GET', '/api/user', { token })));
  expect(left.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  expect((await t.as('admin', 'DELETE', `${at}/${latest?.id}`)).status).toBe(404);
});

it('nobody ends the sessions or keys of a user with more permissions than they hold, but their own', async () => {
  const pool = t.platform.db.pool;
  await pool.query(
    `update user_level_modules set module_activity_code = module_activity_code || ',VIEW,SESSIONS', is_active = true
     where module_code = 'USERS' and user_level_id = (select user_level_id from users where username = 'budi')`,
  );
  await pool.query(
    `insert into user_level_modules (user_level_id, module_code, module_activity_code, is_active)
     select user_level_id, 'USERS', 'VIEW,SESSIONS', true from users where username = 'budi' on conflict do nothing`,
  );
  await pool.query(
    "update user_levels set version = version + 1 where id = (select user_level_id from users where username = 'budi')",
  );
  const of = (name: Username) => `/api/users/${t.idOf(name)}/sessions`;
  await t.signIn('admin');
  const [session] = await data<{ id: number }[]>('budi', 'GET', of('admin'));
  for (const refused of [
    await t.as('budi', 'DELETE', `${of('admin')}/${session?.id}`),
    await t.as('budi', 'POST', `${of('admin')}/revoke`, { api_keys: true }),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_grantable' } });
  expect((await t.as('admin', 'GET', '/api/user')).status).toBe(200);

  expect((await t.as('budi', 'POST', `${of('dewi')}/revoke`, { api_keys: true })).status).toBe(200);
  expect((await t.as('budi', 'POST', `${of('budi')}/revoke`, { api_keys: true })).status).toBe(200);
  expect((await t.as('budi', 'POST', '/api/users/999999/sessions/revoke', { api_keys: true })).status).toBe(
    404,
  );
});

it(
  'whoever sees some departments only adds nobody to others, themselves included',
  { tags: 'full' },
  async () => {
    const pool = t.platform.db.pool;
    const [care = 0, billing = 0] = t.departmentIds;
    const made = await pool.query<{ id: number }>(
      "insert into user_levels (name, visibility) values ('People of care', 'department') returning id",
    );
    const level = made.rows[0]?.id;
    await pool.query("insert into user_level_modules values ($1, 'USERS', 'VIEW,EDIT', true)", [level]);
    await edit('supervisor', { user_level_id: level, department_ids: [care] });
    const plain = { username: 'care', email: null, user_level_id: level, sign_in: 'temporary_password' };

    for (const refused of [
      await edit('supervisor', { department_ids: [care, billing] }, 'supervisor'),
      await add({ ...plain, department_ids: [billing] }, 'supervisor'),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'not_grantable' } });
    expect((await add({ ...plain, department_ids: [care] }, 'supervisor')).status).toBe(200);
  },
);
