/** @module-tag full */
import { Activity, Media, type OwnQueue, type Person } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
let widget: string;
const { data, key } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  widget = await t.widget();
});
afterAll(() => t.close());

/** A visitor who waits; returns their token. */
async function begin(question: string): Promise<string> {
  const token = await t.visitor(widget);
  const body = { client_key: key(), name: 'Joko', question };
  expect((await t.call('POST', '/api/livechat/chat', { token, body })).status).toBe(200);
  return token;
}
const chatOf = async (token: string) =>
  ((await t.call('GET', '/api/livechat/chat', { token })).body as { data: { chat: { status: string } } }).data
    .chat;
const next = (by: Username) => data(by, 'POST', '/api/conversations/next', { client_key: key() });
const setActivity = (by: Username, activity: number) =>
  data(by, 'PUT', '/api/user/activity', { user_activity_id: activity });
async function change(username: Username, body: object): Promise<void> {
  const person = (await data<Person[]>('admin', 'GET', '/api/users')).find(
    (one) => one.username === username,
  );
  await data('admin', 'PATCH', `/api/users/${person?.id}`, { version: person?.version, ...body });
}

it('says how many wait and why one is offered none, and tells it anew on every change', async () => {
  const queueOf = (by: Username) => data<OwnQueue>(by, 'GET', '/api/conversations/queue');
  const socket = await t.connect('dewi');
  const heard: OwnQueue[] = [];
  socket.on('own-queue', (queue: OwnQueue) => void heard.push(queue));
  await socket.emitWithAck('resume', { after: null, topics: ['tickets'] });
  await setActivity('dewi', Activity.offline);
  const [one, two] = [await begin('One'), await begin('Two')];
  const waiting = [{ media_id: Media.liveChat, count: 2 }];
  const { capacity } = await queueOf('dewi');
  expect(await queueOf('dewi')).toEqual({ waiting, own: [], load: 0, capacity, not_offered: 'offline' });
  expect((await queueOf('sarah')).waiting).toEqual([]);
  await expect
    .poll(() => heard.at(-1), { timeout: 10_000 })
    .toMatchObject({ waiting, not_offered: 'offline' });

  await change('dewi', { chat_capacity: 1 });
  await next('dewi');
  await setActivity('dewi', Activity.ready);
  const full = {
    load: 1,
    capacity: 1,
    not_offered: 'capacity',
    own: [{ media_id: Media.liveChat, count: 1, weight: 1 }],
  };
  await expect
    .poll(() => heard.at(-1), { timeout: 10_000 })
    .toMatchObject({ ...full, waiting: [{ media_id: Media.liveChat, count: 1 }] });
  expect([(await chatOf(one)).status, (await chatOf(two)).status]).toEqual(['active', 'waiting']);
  socket.disconnect();
});
