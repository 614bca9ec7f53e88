import { Activity, type FloorReplay, type FloorState } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const q = () => t.platform.db.q;
const MINUTE = 60_000;
const become = (username: Username, activity: number) =>
  t.as(username, 'PUT', '/api/user/activity', { user_activity_id: activity });
const replay = async (at: Date, by: Username = 'admin') =>
  t.as(by, 'GET', `/api/monitoring/replay?at=${at.toISOString()}`);
const replayed = async (at: Date, by: Username = 'admin'): Promise<FloorReplay> => {
  const { status, body } = await replay(at, by);
  expect([status, body]).toMatchObject([200, {}]);
  return (body as { data: FloorReplay }).data;
};
/** The fields that both the board and its replay have of users. */
const doing = (
  agents: readonly Pick<FloorReplay['agents'][number], 'id' | 'user_activity_id' | 'activity_since'>[],
) => agents.map(({ id, user_activity_id: activity, activity_since: since }) => ({ id, activity, since }));

it('shows what the board showed, whatever has happened since', async () => {
  // Makes sure that everything happens in one half hour.
  const into = t.clock.now().getTime() % (30 * MINUTE);
  if (into > 20 * MINUTE) t.clock.advance(31 * MINUTE - into);
  await become('dewi', Activity.ready);
  await become('sarah', Activity.messagesOnly);
  t.clock.advance(MINUTE);
  const start = t.clock.now();
  const { rows } = await sql<{ id: number }>`
    insert into calls (media_id, direction, state, user_id, started_at, answered_at, room_name) values
      (18, 'inbound', 'connected', ${t.idOf('budi')}, ${start}, ${start}, 'replay-1'),
      (18, 'inbound', 'queue', null, ${start}, null, 'replay-2') returning id`.execute(q());
  const [talking = 0, waiting = 0] = rows.map(({ id }) => id);
  t.clock.advance(MINUTE);
  const then = t.clock.now();
  const live = ((await t.as('admin', 'GET', '/api/monitoring/floor')).body as { data: FloorState }).data;

  t.clock.advance(MINUTE);
  await become('dewi', Activity.onBreak).then(() => become('dewi', Activity.offline));
  await sql`update calls set state = 'ended', ended_at = ${t.clock.now()} where id = ${talking}`.execute(q());
  await sql`update calls set state = 'connected', user_id = ${t.idOf('dewi')}, answered_at = ${t.clock.now()} where id = ${waiting}`.execute(
    q(),
  );
  t.clock.advance(MINUTE);

  const past = await replayed(then);
  const known = new Set(past.agents.map(({ id }) => id));
  expect(doing(past.agents)).toEqual(doing(live.agents.filter(({ id }) => known.has(id))));
  expect(past.agents.map(({ id }) => id)).toEqual(expect.arrayContaining([t.idOf('dewi'), t.idOf('sarah')]));
  expect(past.calls).toMatchObject([
    { call_id: talking, state: 'connected', user_id: t.idOf('budi') },
    { call_id: waiting, state: 'queue', user_id: null },
  ]);
  // The call waited longer than the target, and was not answered yet at that moment.
  const figure = { media_id: 18, offered: 2, within_target: 1, abandoned: 0 };
  expect(past.service).toEqual([
    { ...figure, period: 'half_hour' },
    { ...figure, period: 'today' },
  ]);
  expect(past.service).toEqual(live.service);
  expect(past.service_rule).toEqual(live.service_rule);
  expect(past.unknown).toEqual(['messages', 'load', 'unanswered', 'escorts']);
  expect((await replayed(new Date(start.getTime() - 1000))).calls).toEqual([]);
  expect((await replayed(t.clock.now())).calls).toMatchObject([{ call_id: waiting, state: 'connected' }]);
});

it('shows the alerts that were on, and whether somebody took care of them by then', async () => {
  const now = t.clock.now().getTime();
  const ago = (minutes: number) => new Date(now - minutes * MINUTE);
  await sql`
    insert into floor_alerts (name, kind, department_id, tells, level, value, since, told_at, alarmed_at, changed_at, ended_at, acknowledged_at,
      acknowledged_by)
    values ('Queue', 'waiting', ${t.departmentIds[1]}, '{}', 'alarm', 9, ${ago(31)}, ${ago(30)}, ${ago(20)}, ${ago(5)}, ${ago(5)}, ${ago(15)},
      ${t.idOf('admin')})`.execute(q());
  const at = async (minutes: number) => (await replayed(ago(minutes))).alerts;
  expect(await at(31)).toEqual([]);
  expect(await at(25)).toMatchObject([{ name: 'Queue', alarmed_at: null, is_acknowledged: false }]);
  expect(await at(10)).toMatchObject([{ alarmed_at: ago(20).toISOString(), is_acknowledged: true }]);
  expect(await at(4)).toEqual([]);
});

it('shows to each what they may see now, and nothing that is still to come', async () => {
  expect((await replay(t.clock.now(), 'dewi')).status).toBe(403);
  expect((await replay(new Date(t.clock.now().getTime() + MINUTE))).status).toBe(400);
  const place = [t.idOf('supervisor'), t.departmentIds[0]] as const;
  await sql`delete from user_departments where user_id = ${place[0]} and department_id = ${place[1]}`.execute(
    q(),
  );
  await sql`update user_levels set visibility = 'department', version = version + 1
    where id = (select user_level_id from users where id = ${place[0]})`.execute(q());
  const past = await replayed(t.clock.now(), 'supervisor');
  expect(past.agents.map(({ id }) => id)).not.toContain(t.idOf('dewi'));
  expect(past.agents.map(({ id }) => id)).toContain(t.idOf('sarah'));
  expect(past.calls).toEqual([]);
});
