import type { ResponseOf, readWall, WallLink } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

type Wall = ResponseOf<typeof readWall>['data'];

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function make(
  tiles: string[] = ['callers', 'ready', 'longest'],
): Promise<{ link: WallLink; token: string }> {
  const { status, body } = await t.as('supervisor', 'POST', '/api/monitoring/walls', { name: 'Hall', tiles });
  expect(status).toBe(200);
  const { data, token } = body as { data: WallLink; token: string };
  return { link: data, token };
}
const read = (token: string) => t.call('POST', '/api/wall', { body: { token } });
const figures = async (token: string) => ((await read(token)).body as { data: Wall }).data.figures;
const list = async () =>
  ((await t.as('supervisor', 'GET', '/api/monitoring/walls')).body as { data: WallLink[] }).data;
const supervisors = (change: string) =>
  sql`${sql.raw(change)} and user_level_id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(
    t.platform.db.q,
  );
const count = () =>
  sql`update user_levels set version = version + 1
    where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(t.platform.db.q);

it('shows the figures that were chosen, to whoever has the link, without a name', async () => {
  const { link, token } = await make();
  expect(token).toMatch(/^[\w-]{43}$/);
  await t.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
  const { status, body } = await read(token);
  expect([status, body]).toMatchObject([
    200,
    {
      data: {
        name: 'Hall',
        figures: [
          { tile: 'callers', value: 0, since: null },
          { tile: 'ready', value: 1, since: null },
          { tile: 'longest', value: null, since: null },
        ],
      },
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('Dewi');
  expect(await list()).toMatchObject([{ id: link.id, made_by: { name: 'Michael Tan' } }]);
  const { rows } = await sql<{ token_hash: Buffer }>`select token_hash from wall_links`.execute(
    t.platform.db.q,
  );
  expect(rows.map(({ token_hash: hash }) => hash.toString('base64url'))).not.toContain(token);
});

it('shows what its maker may see now', async () => {
  const { token } = await make(['ready']);
  expect(await figures(token)).toMatchObject([{ value: 1 }]);
  const see = async (visibility: string) => {
    await sql`update user_levels set visibility = ${visibility}, version = version + 1
      where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(
      t.platform.db.q,
    );
  };
  await see('own');
  expect(await figures(token)).toMatchObject([{ value: 0 }]);
  await see('all');
});

it('ends when it is revoked, and is noted in the audit log', async () => {
  const { link, token } = await make();
  expect((await t.as('supervisor', 'DELETE', `/api/monitoring/walls/${link.id}`)).status).toBe(200);
  expect((await t.as('supervisor', 'DELETE', `/api/monitoring/walls/${link.id}`)).status).toBe(404);
  expect((await read(token)).status).toBe(404);
  const rows = await t.platform.db.q
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', `wall ${link.id}`)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['wall.created', 'wall.revoked']);
});

it('ends for good with the right of its maker, or their account', async () => {
  const { link, token } = await make();
  await supervisors(
    "update user_level_modules set module_activity_code = 'VIEW' where module_code = 'MONITORING'",
  );
  await count();
  expect((await read(token)).status).toBe(404);
  await supervisors(
    "update user_level_modules set module_activity_code = 'VIEW,CONTROL' where module_code = 'MONITORING'",
  );
  await count();
  expect((await read(token)).status).toBe(404);
  expect((await list()).map(({ id }) => id)).not.toContain(link.id);

  const other = await make();
  await sql`update users set is_active = false where id = ${t.idOf('supervisor')}`.execute(t.platform.db.q);
  expect((await read(other.token)).status).toBe(404);
  await sql`update users set is_active = true where id = ${t.idOf('supervisor')}`.execute(t.platform.db.q);
});

it('is made by whoever may control, and nobody guesses one', async () => {
  const body = { name: 'Mine', tiles: ['ready'] };
  expect((await t.as('dewi', 'POST', '/api/monitoring/walls', body)).status).toBe(403);
  expect((await t.as('supervisor', 'POST', '/api/monitoring/walls', { ...body, tiles: [] })).status).toBe(
    400,
  );
  expect((await read('x'.repeat(43))).status).toBe(404);
});
