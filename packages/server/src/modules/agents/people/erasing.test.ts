import { randomUUID } from 'node:crypto';
import type { Person } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

/** Part of every value that identifies them. */
const MARK = 'zqxleaver';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const run = async <T>(text: string): Promise<T[]> => (await t.platform.db.pool.query(text)).rows as T[];
const data = <T>(answer: { body: unknown }) => (answer.body as { data: T }).data;
const people = async () => data<Person[]>(await t.as('admin', 'GET', '/api/users'));
const versionOf = async (id: number) => (await people()).find((one) => one.id === id)?.version ?? 0;
const act = async (id: number, what: 'deactivate' | 'erasure') =>
  t.as('admin', 'POST', `/api/users/${id}/${what}`, {
    version: await versionOf(id),
    ...(what === 'deactivate' && { hand_over: 'route' }),
  });

/** Every text column that contains the mark. */
async function placesOf(mark: string): Promise<string[]> {
  const { rows } = await sql<{ place: string; test: string }>`
    select format('%I.%I', n.nspname, c.relname) as place, format('%I::text', a.attname) as test
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type ty on ty.oid = a.atttypid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and (ty.typcategory in ('S', 'A') or ty.typname in ('json', 'jsonb'))`.execute(t.platform.db.q);
  const places: string[] = [];
  for (const { place, test } of rows)
    if ((await run(`select 1 from ${place} where ${test} ilike '%${mark}%' limit 1`)).length > 0)
      places.push(`${place} ${test}`);
  return places;
}

it('a user who left is erased: sign-in data and name are removed, their work stays under another name', async () => {
  const made = await t.as('admin', 'POST', '/api/users', {
    fullname: `Sam ${MARK}`,
    username: MARK,
    email: `${MARK}@centre.example`,
    user_level_id: (await people()).find(({ username }) => username === 'dewi')?.user_level_id,
    department_ids: [t.departmentIds[0]],
    extension: `77${MARK}`,
    sign_in: 'temporary_password',
  });
  const { id } = data<Person>(made);
  const ticket = data<{ id: number }>(
    await t.as('admin', 'POST', '/api/tickets', {
      client_key: randomUUID(),
      customer_id: data<{ id: number }>(
        await t.as('admin', 'POST', '/api/customers', { name: 'Lee', note: '' }),
      ).id,
      subject: 'Hello',
      department_id: t.departmentIds[0],
      note: 'Hello',
    }),
  );
  await run(`insert into messages (ticket_id, kind, body, author_type, author_id, author_name, created_at)
    values (${ticket.id}, 'outbound', 'Yours', 'user', ${id}, 'Sam ${MARK}', now())`);
  await run(`insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, created_at)
    values (${id}, '${MARK}', 'x', 0, 'x', '${MARK}', now())`);
  await run(`insert into second_factors (user_id) values (${id})`);
  await run(`insert into recovery_codes (user_id, code_hash) values (${id}, 'x')`);
  await run(`insert into ticket_drafts (ticket_id, user_id, kind, body, file_ids)
    values (${ticket.id}, ${id}, 'note', '${MARK}', '{}')`);

  expect(await act(id, 'erasure')).toMatchObject({
    status: 409,
    body: { details: { reason: 'person_active' } },
  });
  expect((await act(id, 'deactivate')).status).toBe(200);
  expect((await t.as('dewi', 'POST', `/api/users/${id}/erasure`, { version: 1 })).status).toBe(403);
  expect((await act(id, 'erasure')).status).toBe(200);
  await t.app.modules.agents.rename(id, `Former agent ${id}`);
  await run('delete from events');
  expect(await placesOf(MARK)).toEqual([]);

  expect((await people()).some((one) => one.id === id)).toBe(false);
  expect(await run(`select author_name from messages where author_id = ${id}`)).toEqual([
    { author_name: `Former agent ${id}` },
  ]);
  expect(await run(`select name, is_active from report_people where id = ${id}`)).toEqual([
    { name: `Former agent ${id}`, is_active: false },
  ]);
  for (const table of [
    'sessions',
    'passkeys',
    'second_factors',
    'recovery_codes',
    'user_identities',
    'user_departments',
  ])
    expect(await run(`select from ${table} where user_id = ${id}`), table).toEqual([]);
  const written = await run<{ action: string; details: object | null }>(
    `select action, details from audit_log where subject = 'user ${id}' order by id`,
  );
  expect(written.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.created', 'user.erased']),
  );
  expect((await t.as('admin', 'POST', `/api/users/${id}/activate`, { version: 9 })).status).toBe(404);

  // The user name and the address can be used again.
  const again = await t.as('admin', 'POST', '/api/users', {
    fullname: 'Sam',
    username: MARK,
    email: `${MARK}@centre.example`,
    user_level_id: (await people())[0]?.user_level_id,
    department_ids: [],
    sign_in: 'temporary_password',
  });
  expect(again.status).toBe(200);
});

it('the last administrator is neither deactivated nor erased', async () => {
  const admin = t.idOf('admin');
  const others = (await people()).filter(
    ({ id, level, is_active: on }) => id !== admin && on && level === 'Administrator',
  );
  for (const { id } of others) expect((await act(id, 'deactivate')).status).toBe(200);
  expect(await act(admin, 'deactivate')).toMatchObject({ status: 409, body: { code: 'last_administrator' } });
  expect(await act(admin, 'erasure')).toMatchObject({ status: 409 });
});
