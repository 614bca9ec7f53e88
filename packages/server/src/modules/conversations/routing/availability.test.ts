import {
  Activity,
  Media,
  type AgentAvailability,
  type listAvailability,
  type Person,
  type ResponseOf,
} from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
const { data, key } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Answer = ResponseOf<typeof listAvailability>['data'];
const seenBy = (by: Username) => data<Answer>(by, 'GET', '/api/agents/availability');
const of = ({ agents }: Answer, who: Username): AgentAvailability | undefined =>
  agents.find(({ id }) => id === t.idOf(who));
const freeIn = ({ departments }: Answer) =>
  t.departmentIds.map((id) => departments.find((one) => one.id === id)?.free);
const setActivity = (by: Username, activity: number, more: object = {}) =>
  data(by, 'PUT', '/api/user/activity', { user_activity_id: activity, ...more });

it('tells who is free, at capacity and away, with the load of colleagues whose work one sees', async () => {
  const nobody = await seenBy('dewi');
  expect([of(nobody, 'dewi')?.state, of(nobody, 'budi')?.state]).toEqual(['away', 'away']);
  expect(freeIn(nobody)).toEqual([0, 0]);

  const people = await data<Person[]>('admin', 'GET', '/api/users');
  const dewi = people.find(({ username }) => username === 'dewi');
  await data('admin', 'PATCH', `/api/users/${dewi?.id}`, { version: dewi?.version, chat_capacity: 1 });
  for (const by of ['dewi', 'budi', 'sarah'] as const) await setActivity(by, Activity.ready);
  expect(freeIn(await seenBy('dewi'))).toEqual([2, 1]);

  const token = await t.visitor(await t.widget());
  const body = { client_key: key(), name: 'Joko', question: 'Is anybody there?' };
  expect((await t.call('POST', '/api/livechat/chat', { token, body })).status).toBe(200);
  expect(await data('dewi', 'POST', '/api/conversations/next', { client_key: key() })).not.toBeNull();
  await setActivity('budi', Activity.messagesOnly);
  const now = await seenBy('budi');
  expect(of(now, 'dewi')).toMatchObject({
    state: 'full',
    load: { load: 1, capacity: 1, conversations: [{ media_id: Media.liveChat, count: 1 }] },
  });
  expect(of(now, 'budi')).toMatchObject({ state: 'free', load: { load: 0, conversations: [] } });
  expect(freeIn(now)).toEqual([1, 1]);

  // Agents see whether colleagues of other departments are free, but not their load.
  expect(of(await seenBy('budi'), 'sarah')).toEqual({ id: t.idOf('sarah'), state: 'free', load: null });
  expect(of(await seenBy('sarah'), 'dewi')).toMatchObject({ state: 'full', load: null });
  expect(of(await seenBy('supervisor'), 'sarah')?.load).toMatchObject({ load: 0 });

  await setActivity('budi', Activity.offline);
  expect(of(await seenBy('dewi'), 'budi')?.state).toBe('away');
  await t.platform.db.pool.query('update agent_states set user_activity_id = $1 where user_id = $2', [
    Activity.inCall,
    t.idOf('sarah'),
  ]);
  expect(of(await seenBy('dewi'), 'sarah')?.state).toBe('busy');
  expect(freeIn(await seenBy('dewi'))).toEqual([0, 0]);
});
