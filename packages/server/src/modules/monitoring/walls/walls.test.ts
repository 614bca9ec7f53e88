import { WALL_NAMESPACE, type WallLink, type WallState } from '@trunkline/contract';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { FLOOR_HEARTBEAT_MS } from '../floor/floor-service.ts';

let t: TestApp;
const screens: Socket[] = [];
beforeAll(async () => {
  t = await testApp();
  // Opens the port.
  await t.connect('admin');
});
afterEach(() => {
  for (const screen of screens.splice(0)) screen.disconnect();
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
type Screen = { socket: Socket; states: WallState[]; heard: string[] };

/** A wall screen with what it receives: states, `wall-over`, `disconnect`, or the code with which it is refused. */
async function screen(token: string): Promise<Screen> {
  const socket = io(`${t.url()}${WALL_NAMESPACE}`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  screens.push(socket);
  const [states, heard]: [WallState[], string[]] = [[], []];
  socket.on('wall-state', (state: WallState) => void states.push(state));
  for (const name of ['wall-over', 'disconnect']) socket.on(name, () => void heard.push(name));
  socket.on(
    'connect_error',
    (error: Error & { data?: { code: string } }) => void heard.push(error.data?.code ?? ''),
  );
  await expect.poll(() => states.length + heard.length).toBeGreaterThan(0);
  return { socket, states, heard };
}
const refusal = async (token: string) => (await screen(token)).heard;
const valueOf = ({ states }: Screen) => states.at(-1)?.figures[0]?.value;
const beat = () => t.clock.advance(FLOOR_HEARTBEAT_MS);
const list = async () =>
  ((await t.as('supervisor', 'GET', '/api/monitoring/walls')).body as { data: WallLink[] }).data;
const supervisors = (change: string) =>
  sql`${sql.raw(change)} and user_level_id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(
    t.platform.db.q,
  );
const count = () =>
  sql`update user_levels set version = version + 1
    where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(t.platform.db.q);

it('shows the figures that were chosen, to whoever has the link, without a name, and what changes', async () => {
  const { link, token } = await make();
  const wall = await screen(token);
  const none = { value: null, since: null, level: null };
  expect(wall.states[0]).toMatchObject({
    name: 'Hall',
    figures: [
      { ...none, tile: 'callers', value: 0 },
      { ...none, tile: 'ready', value: 0 },
      { ...none, tile: 'longest' },
    ],
    alerts: [],
  });
  await t.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
  await expect.poll(() => wall.states.at(-1)?.figures[1]?.value).toBe(1);
  const body = {
    name: 'Ready',
    kind: 'activity',
    department_id: null,
    media_id: null,
    queue: null,
    minutes: null,
  };
  const values = { user_activity_id: 6, warn_at: null, alarm_at: 1, margin: 1, hold_seconds: 0 };
  const rule = { ...body, ...values, tells: ['tile'], mail_to: [], is_active: true };
  expect((await t.as('admin', 'POST', '/api/monitoring/alert-rules', rule)).status).toBe(200);
  beat();
  await expect
    .poll(() => wall.states.at(-1))
    .toMatchObject({
      figures: [{}, { level: 'alarm' }, {}],
      alerts: [{ name: 'Ready', level: 'alarm', is_acknowledged: false }],
    });
  expect(JSON.stringify(wall.states)).not.toContain('Dewi');
  // After a reconnect a screen gets everything.
  wall.socket.disconnect();
  expect((await screen(token)).states[0]?.figures[1]).toMatchObject({ value: 1, level: 'alarm' });
  expect(await list()).toMatchObject([
    { id: link.id, made_by: { name: 'Michael Tan' }, last_used_at: expect.any(String) },
  ]);
  const { rows } = await sql<{ token_hash: Buffer }>`select token_hash from wall_links`.execute(
    t.platform.db.q,
  );
  expect(rows.map(({ token_hash: hash }) => hash.toString('base64url'))).not.toContain(token);
});

it('says something every few seconds also when nothing happens, so that silence can be seen', async () => {
  const wall = await screen((await make()).token);
  const before = wall.states.length;
  beat();
  await expect.poll(() => wall.states.length).toBeGreaterThan(before);
});

it('shows what its maker may see now', async () => {
  const wall = await screen((await make(['ready'])).token);
  expect(valueOf(wall)).toBe(1);
  const see = async (visibility: string) => {
    await sql`update user_levels set visibility = ${visibility}, version = version + 1
      where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(
      t.platform.db.q,
    );
    beat();
  };
  await see('own');
  await expect
    .poll(() => {
      beat();
      return valueOf(wall);
    })
    .toBe(0);
  await see('all');
});

it('is closed at once when it is revoked, and that is noted in the audit log', async () => {
  const { link, token } = await make();
  const wall = await screen(token);
  expect((await t.as('supervisor', 'DELETE', `/api/monitoring/walls/${link.id}`)).status).toBe(200);
  await expect.poll(() => wall.heard).toEqual(['wall-over', 'disconnect']);
  expect((await t.as('supervisor', 'DELETE', `/api/monitoring/walls/${link.id}`)).status).toBe(404);
  expect(await refusal(token)).toEqual(['not_found']);
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
  const wall = await screen(token);
  await supervisors(
    "update user_level_modules set module_activity_code = 'VIEW' where module_code = 'MONITORING'",
  );
  await count();
  beat();
  await expect.poll(() => wall.heard).toEqual(['wall-over', 'disconnect']);
  await supervisors(
    "update user_level_modules set module_activity_code = 'VIEW,CONTROL' where module_code = 'MONITORING'",
  );
  await count();
  expect(await refusal(token)).toEqual(['not_found']);
  expect((await list()).map(({ id }) => id)).not.toContain(link.id);

  const other = await make();
  await sql`update users set is_active = false where id = ${t.idOf('supervisor')}`.execute(t.platform.db.q);
  expect(await refusal(other.token)).toEqual(['not_found']);
  await sql`update users set is_active = true where id = ${t.idOf('supervisor')}`.execute(t.platform.db.q);
});

it('is made by whoever may control, and nobody guesses one', async () => {
  const body = { name: 'Mine', tiles: ['ready'] };
  expect((await t.as('dewi', 'POST', '/api/monitoring/walls', body)).status).toBe(403);
  expect((await t.as('supervisor', 'POST', '/api/monitoring/walls', { ...body, tiles: [] })).status).toBe(
    400,
  );
  expect(await refusal('x'.repeat(43))).toEqual(['not_found']);
});
