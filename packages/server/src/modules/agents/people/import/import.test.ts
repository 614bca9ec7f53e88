import { coreRows } from '../../../../../test/cases/core-rows.ts';
import type { PeopleImport, Person } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../../test/app.ts';
import { deskOf } from '../../../../../test/desk.ts';
import type { Username } from '../../../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await t.platform.db.pool.query("insert into skills (name) values ('Wholesale'), ('Repairs')");
});
afterAll(() => t.close());
const { data } = deskOf(() => t);

async function send(text: string, query = 'apply=yes', by: Username = 'admin') {
  const boundary = 'a-boundary-of-tests';
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: `/api/users/import?${query}`,
    headers: {
      authorization: `Bearer ${await t.signIn(by)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  });
  return { status: answer.statusCode, body: answer.json<{ data: PeopleImport; code?: string }>() };
}
const importFile = async (text: string, query?: string): Promise<PeopleImport> => {
  const { status, body } = await send(text, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const lines = (...all: string[]) => all.join('\n');
const people = () => data<Person[]>('admin', 'GET', '/api/users');
const byName = async (username: string) => (await people()).find((one) => one.username === username);

describe('users imported from a spreadsheet', () => {
  it('are recognised regardless of capital letters: update, then nothing to do, and a duplicate line is reported', async () => {
    const head =
      'username,fullname,email,level,departments,extension,language,is_monitoring,chat_capacity,skills';
    const sam = 'sam,Sam Lee,sam.lee@centre.example,Agent,Care;Billing,2101,id,yes,6,Wholesale: 5;repairs';
    expect(await importFile(lines(head, sam))).toMatchObject({ is_applied: true, created: 1 });
    expect(await byName('sam')).toMatchObject({
      level: 'Agent',
      department_ids: t.departmentIds,
      extension: '2101',
      language: 'id',
      is_monitoring: true,
      chat_capacity: 6,
      skills: [{ proficiency: 5 }, { proficiency: 3 }],
      sign_in: 'none',
    });
    const spelled = lines('email;fullname', 'Sam.Lee@Centre.Example;Sam Lee');
    expect(await importFile(spelled, 'apply=no')).toMatchObject({
      is_applied: false,
      changed: 1,
      lines: [{ line: 2, outcome: 'update', columns: ['email'] }],
    });
    expect(await byName('sam')).toMatchObject({ email: 'sam.lee@centre.example' });
    expect(await importFile(spelled)).toMatchObject({ is_applied: true, changed: 1 });
    expect(await importFile(spelled)).toMatchObject({
      changed: 0,
      unchanged: 1,
      lines: [{ outcome: 'nothing' }],
    });
    const twice = lines('email,fullname', 'sam.lee@centre.example,Sam', 'SAM.LEE@centre.example,Sam L.');
    expect(await importFile(twice)).toMatchObject({
      is_applied: false,
      problems: [{ line: 3, column: 'email', problem: 'twice', value: '2' }],
    });
    expect(
      (await people()).filter(({ email }) => email?.toLowerCase() === 'sam.lee@centre.example'),
    ).toHaveLength(1);
  });

  it('are added to no department that the importing user does not see', { tags: 'full' }, async () => {
    const pool = t.platform.db.pool;
    const before = await byName('supervisor');
    const { rows } = await pool.query<{ id: number }>(
      "insert into user_levels (name, visibility) values ('People of care', 'department') returning id",
    );
    const level = rows[0]?.id;
    await pool.query("insert into user_level_modules values ($1, 'USERS', 'VIEW,EDIT', true)", [level]);
    const put = (id: number | undefined, department_ids: number[] | undefined, version = 0) =>
      t.as('admin', 'PATCH', `/api/users/${t.idOf('supervisor')}`, {
        version: (before?.version ?? 0) + version,
        user_level_id: id,
        department_ids,
      });
    await put(level, t.departmentIds.slice(0, 1));
    const { body } = await send(
      lines('username,departments', 'supervisor,Care;Billing'),
      'apply=yes',
      'supervisor',
    );
    expect(body.data).toMatchObject({
      is_applied: false,
      problems: [{ line: 2, column: 'departments', problem: 'not_grantable' }],
    });
    await put(before?.user_level_id, before?.department_ids, 1);
  });

  it('are imported as a whole or not at all, with the problems by line', async () => {
    const before = await people();
    const file = lines(
      'username,fullname,email,level,departments,extension,skills,chat_capacity',
      'fine,Fine Person,fine@centre.example,Agent,Care,2200,,',
      'bad1,Bad One,bad1@centre.example,Astronaut,Care,2201,,',
      'bad2,Bad Two,bad2@centre.example,Agent,Moon,2202,Juggling,',
      'bad3,Bad Three,not an address,Agent,,2200,,99',
      'bad4,,bad4@centre.example,,,EXT-dewi,,',
      'dewi,Dewi,budi@trunkline.example,,,,,',
    );
    const { problems, is_applied: isApplied } = await importFile(file);
    expect(isApplied).toBe(false);
    expect(problems.map(({ line, column, problem, value }) => [line, column, problem, value])).toEqual([
      [3, 'level', 'unknown_reference', 'Astronaut'],
      [4, 'departments', 'unknown_reference', 'Moon'],
      [4, 'skills', 'unknown_reference', 'Juggling'],
      [5, 'email', 'invalid', 'not an address'],
      [5, 'chat_capacity', 'invalid', '99'],
      [5, 'extension', 'twice', '2'],
      [6, 'fullname', 'missing', null],
      [6, 'level', 'missing', null],
      [6, 'extension', 'taken', 'Dewi Lestari'],
      [7, 'email', 'two_people', 'Budi Santoso'],
    ]);
    expect(await people()).toEqual(before);
  });

  it.each(
    coreRows(2, [
      ['a column that is not there', 'email,shoe size\na@b.example,43', 'unknown_column'],
      ['no column that says who', 'fullname,level\nSam,Agent', 'missing_column'],
      [
        'too many lines',
        `email\n${Array.from({ length: 50_000 }, (_, n) => `p${n}@centre.example`).join('\n')}`,
        'too_many',
      ],
    ]),
  )('refuses %s', async (_what, file, problem) => {
    expect(await importFile(file)).toMatchObject({ is_applied: false, problems: [{ problem }], created: 0 });
  });

  it('get no role that allows more than the importing user may, and the last administrator stays one', async () => {
    const { pool } = t.platform.db;
    const made = await pool.query<{ id: number }>(
      "insert into user_levels (name, visibility) values ('People only', 'all') returning id",
    );
    const level = made.rows[0]?.id;
    await pool.query("insert into user_level_modules values ($1, 'USERS', 'VIEW,EDIT', true)", [level]);
    await pool.query("update users set user_level_id = $1 where username = 'supervisor'", [level]);
    const file = lines('fullname,email,level', 'Evil,evil@centre.example,Administrator');
    expect((await send(file, 'apply=yes', 'supervisor')).body.data).toMatchObject({
      is_applied: false,
      problems: [{ line: 2, column: 'level', problem: 'not_grantable' }],
    });
    const other = lines('username,email', 'admin,mine@evil.example');
    expect((await send(other, 'apply=yes', 'supervisor')).body.data).toMatchObject({
      problems: [{ problem: 'not_grantable' }],
    });
    await pool.query(
      "update users set user_level_id = (select id from user_levels where name = 'Supervisor') where username = 'supervisor'",
    );
    const last = await send(lines('username,level', 'admin,Agent'));
    expect(last).toMatchObject({ status: 409, body: { code: 'last_administrator' } });
    expect(await byName('admin')).toMatchObject({ level: 'Administrator' });
  });

  it('are not invited where no mail can be sent, and then nothing is stored', async () => {
    const file = lines('fullname,email,level', 'Nina,nina@centre.example,Agent');
    expect(await send(file, 'apply=yes&invite=yes')).toMatchObject({ body: { code: 'mail_not_configured' } });
    expect(await byName('nina@centre.example')).toBeUndefined();
    expect(await importFile(file)).toMatchObject({ created: 1 });
    expect(await byName('nina@centre.example')).toMatchObject({ fullname: 'Nina', sign_in: 'none' });
  });

  it('can be nine thousand in one file', { tags: 'full' }, async () => {
    const all = Array.from({ length: 9000 }, (_, n) => `Person ${n},p${n}@many.example,Agent,Care`);
    expect(await importFile(lines('fullname,email,level,departments', ...all))).toMatchObject({
      created: 9000,
    });
  });
});
