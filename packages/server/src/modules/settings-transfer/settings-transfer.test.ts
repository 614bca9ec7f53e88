import type { Level, SettingsTransfer } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { readSettingsFile } from './settings-file.ts';

let from: TestApp;
let to: TestApp;
beforeAll(async () => {
  [from, to] = await Promise.all([testApp(), testApp()]);
});
afterAll(() => Promise.all([from.close(), to.close()]));

const BOUNDARY = 'part';
async function importSettings(
  t: TestApp,
  text: string,
  apply: 'yes' | 'no',
  by: 'admin' | 'supervisor' = 'admin',
) {
  const payload = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="s.json"\r\ncontent-type: application/json\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`;
  const response = await t.app.http.app.inject({
    method: 'POST',
    url: `/api/settings_transfer?apply=${apply}`,
    headers: {
      authorization: `Bearer ${await t.signIn(by)}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload,
  });
  return { status: response.statusCode, body: response.json<{ data: SettingsTransfer; details?: object }>() };
}
const given = async (t: TestApp): Promise<string> =>
  JSON.stringify((await t.as('admin', 'GET', '/api/settings_transfer')).body);
const add = async (kind: string, values: object) =>
  (
    (await from.as('admin', 'POST', `/api/settings/${kind}`, { values, is_active: true })) as {
      status: number;
      body: unknown;
    }
  ).body;
const rowsOf = async (t: TestApp, text: string) => (await t.platform.db.pool.query(text)).rows as unknown[];
const whole = (t: TestApp) =>
  rowsOf(
    t,
    `select json_build_array((select json_agg(d) from (select name, overflow_seconds from departments order by name) d),
    (select json_agg(s) from (select name from skills order by name) s), (select json_agg(l) from (select name, visibility from user_levels order by name) l),
    (select json_agg(c) from (select key, value from app_config order by key) c)) as all`,
  );

async function prepare(): Promise<string> {
  await from.as('admin', 'PATCH', '/api/configs/app', {
    time_zone: 'Asia/Jakarta',
    session_hours: 9,
    mail: {
      host: 'mail.example',
      port: 587,
      secure: false,
      username: 'desk',
      password: 'hushhush',
      from: 'a@b.example',
    },
  });
  await from.as('admin', 'PUT', '/api/privacy/retention/files', { keep_days: 90 });
  await add('skills', { name: 'Espresso' });
  const late = (await add('departments', { name: 'Aaa first' })) as { data?: { id: number } };
  // Refers to a row that comes later in the file.
  const { id: overflow } = ((await add('departments', { name: 'Zzz last' })) as { data: { id: number } })
    .data;
  const [row] = (await rowsOf(from, `select id, version from departments where name = 'Aaa first'`)) as {
    id: number;
    version: number;
  }[];
  expect(late.data?.id).toBe(row?.id);
  const changed = await from.as('admin', 'PATCH', `/api/settings/departments/${row?.id}`, {
    version: row?.version,
    values: { overflow_id: overflow, overflow_seconds: 60 },
  });
  expect(changed.status).toBe(200);
  await add('macros', { name: 'To Dewi', assignee: 'person', assign_to_id: from.idOf('dewi') });
  await from.as('admin', 'POST', '/api/levels', {
    name: 'Night shift',
    visibility: 'own',
    modules: [{ module_code: 'TICKETS', module_activity_code: 'VIEW,REPLY', is_active: 1 }],
  });
  return given(from);
}

describe('a file of settings', () => {
  let file: string;
  beforeAll(async () => {
    file = await prepare();
  });
  const partOf = ({ parts }: SettingsTransfer, name: string) => parts.find(({ part }) => part === name);

  it('has no secrets, keys or people in it', () => {
    for (const hidden of ['hushhush', 'sealed', 'mail.example', 'dewi', 'Dewi', 'password_hash'])
      expect(file).not.toContain(hidden);
    expect(JSON.parse(file)).toMatchObject({ format: 'trunkline-settings', version: 1 });
  });

  it('says in a dry run what is new, changed and unknown, and keeps nothing of it', async () => {
    const before = await whole(to);
    const odd = JSON.stringify({
      ...(JSON.parse(file) as object),
      lists: { ...(JSON.parse(file) as { lists: object }).lists, moods: [{ name: 'Good' }] },
    });
    const { status, body } = await importSettings(to, odd, 'no');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({ is_applied: false, problems: [], unknown: ['lists.moods'] });
    expect(partOf(body.data, 'config')).toMatchObject({ changed: 3 });
    expect(partOf(body.data, 'skills')).toMatchObject({ created: 1 });
    expect(partOf(body.data, 'departments')).toMatchObject({ created: 2 });
    expect(partOf(body.data, 'levels')).toMatchObject({ created: 1, changed: 0 });
    expect(body.data.typed_anew).toContain('mail');
    expect(await whole(to)).toEqual(before);
  });

  it('is taken in as a whole, and the second time changes nothing', async () => {
    const { body } = await importSettings(to, file, 'yes');
    expect(body.data).toMatchObject({ is_applied: true, problems: [] });
    expect(
      await rowsOf(
        to,
        `select o.name from departments d join departments o on o.id = d.overflow_id
      where d.name = 'Aaa first'`,
      ),
    ).toEqual([{ name: 'Zzz last' }]);
    expect((await to.as('admin', 'GET', '/api/configs/app')).body).toMatchObject({
      data: { time_zone: 'Asia/Jakarta', session_hours: 9, mail: { is_configured: false } },
    });
    const [written] = (await rowsOf(
      to,
      `select details from audit_log where action = 'settings.imported'`,
    )) as {
      details: object;
    }[];
    expect(written?.details).toMatchObject({ organisation: 'Trunkline' });

    const [state, entries] = [await whole(to), await rowsOf(to, 'select id from audit_log')];
    const again = await importSettings(to, file, 'yes');
    expect(again.body.data.parts.every(({ created, changed }) => created + changed === 0)).toBe(true);
    expect(await whole(to)).toEqual(state);
    expect(await rowsOf(to, 'select id from audit_log')).toHaveLength(entries.length);
  });

  it('with a row that is wrong is not taken in at all, and says where', async () => {
    const before = await whole(to);
    const { lists, ...rest } = JSON.parse(file) as { lists: Record<string, object[]> };
    const bad = JSON.stringify({
      ...rest,
      lists: {
        ...lists,
        skills: [{ name: 'New one' }, { name: '' }],
        subcategories: [{ name: 'x', category_id: 'Nowhere' }],
      },
    });
    const { body } = await importSettings(to, bad, 'yes');
    expect(body.data.is_applied).toBe(false);
    expect(body.data.problems).toEqual(
      expect.arrayContaining([
        { part: 'skills', row: 2, column: 'name', problem: 'missing' },
        { part: 'subcategories', row: 1, column: 'category_id', problem: 'unknown_reference' },
      ]),
    );
    expect(await whole(to)).toEqual(before);
  });

  it('that is broken, cut or from a newer version gets its sentence', async () => {
    const newer = JSON.stringify({ ...(JSON.parse(file) as object), version: 2 });
    for (const [text, reason] of [
      [newer, 'settings_file_newer'],
      [file.slice(0, 500), 'settings_file_broken'],
      ['{}', 'settings_file_broken'],
      [
        JSON.stringify({ ...(JSON.parse(file) as object), config: { session_hours: 'many' } }),
        'settings_file_broken',
      ],
    ] as const)
      expect(await importSettings(to, text, 'yes')).toMatchObject({
        status: 400,
        body: { details: { reason } },
      });
    expect(() => readSettingsFile('[]')).toThrow(expect.objectContaining({ code: 'bad_request' }) as Error);
  });

  it('is for those who may change what is in it', async () => {
    expect((await to.as('dewi', 'GET', '/api/settings_transfer')).status).toBe(403);
    const { rows } = await to.platform.db.pool.query<{ id: number }>(
      "insert into user_levels (name, visibility) values ('Application only', 'all') returning id",
    );
    await to.platform.db.pool.query(
      "insert into user_level_modules values ($1, 'CONFIG_APP', 'VIEW,EDIT', true)",
      [rows[0]?.id],
    );
    await to.platform.db.pool.query("update users set user_level_id = $1 where username = 'supervisor'", [
      rows[0]?.id,
    ]);
    expect(await importSettings(to, file, 'no', 'supervisor')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  it('never closes the last way in, and grants nobody more than they hold', { tags: 'full' }, async () => {
    const exported = JSON.parse(file) as { levels: Level[] };
    const administrator = exported.levels.find(({ name }) => name === 'Administrator') as Level;
    const withLevel = (level: object) => {
      const levels = [{ ...administrator, ...level }];
      return JSON.stringify({ ...exported, config: {}, retention: {}, lists: {}, levels });
    };
    const names = async () =>
      ((await to.as('admin', 'GET', '/api/levels')).body as { data: Level[] }).data.map(namesOf);
    const before = await names();
    const modules = administrator.modules.filter(({ module_code: code }) => code !== 'USERS');
    expect(await importSettings(to, withLevel({ modules }), 'yes')).toMatchObject({
      status: 409,
      body: { code: 'last_administrator' },
    });
    expect(await names()).toEqual(before);
    await to.platform.db.pool.query(
      `insert into user_level_modules
       select user_level_id, code, 'VIEW,EDIT', true from users, unnest(array['USERS', 'CONFIG_APP']) code where username = 'supervisor'
       on conflict (user_level_id, module_code) do update set module_activity_code = excluded.module_activity_code, is_active = true`,
    );
    await to.platform.db.pool.query(
      `update user_levels set version = version + 1 where id = (select user_level_id from users where username = 'supervisor')`,
    );
    const widened = await names();
    expect(await importSettings(to, withLevel({ name: 'Everything' }), 'yes', 'supervisor')).toMatchObject({
      status: 403,
      body: { code: 'not_grantable' },
    });
    expect(await names()).toEqual(widened);
  });
});

const namesOf = ({ name, version }: Level): string => `${name} ${version}`;
