/** @module-tag full */
import type { RoomDial, RoomEntry, VisitorCall } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { callersOf } from '../../../../test/telephony/callers.ts';
import { nextEvent, phones } from '../../../../test/telephony/phones.ts';

let app: TestApp;
let widget: string;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  const cloudflareRoomUrl = 'https://meet.example.com/desk/{room}?embed=1';
  app = await testApp({
    recording: 'always',
    calls: { current: 'cloudflare', daily: undefined, cloudflareRoomUrl },
  });
  widget = await app.widget();
  callers = callersOf(app, widget);
});
afterEach(() => callers.endAll());
afterAll(() => app.close());

const { ready, call, pickUp, hangUp, activityOf } = phones(
  () => app,
  () => widget,
);

const enter = async (room: string, token: string) =>
  (await app.call('POST', `/api/rooms/${room}/enter`, { body: { token } })) as {
    status: number;
    body: { data: RoomEntry; code?: string };
  };

async function startCall(kind: 'voice' | 'video' = 'video') {
  const dewi = await ready('dewi');
  const rings = nextEvent<RoomDial>(dewi, kind === 'video' ? 'voip-dial' : 'daily-dial');
  const { visitor, call: own } = await call(kind);
  const dial = await rings;
  const { body } = await pickUp('dewi', dial);
  if (!body.data) throw new Error(body.message);
  return { dewi, visitor, own, dial, credentials: body.data };
}

describe('a call on platform cloudflare', () => {
  test('rings with media 16, and its admission names one page for both', async () => {
    const { dial, own, credentials } = await startCall();
    expect(dial.media_id).toBe(16);
    expect(credentials).toMatchObject({ platform: 'cloudflare', media_id: 16, recording: 'never' });
    expect(own).toMatchObject({ platform: 'cloudflare', is_recorded: false });
    const agent = (await enter(credentials.room_name, credentials.token)).body.data;
    const customer = (await enter(own.room_name, own.token ?? '')).body.data;
    expect(agent.media.url).toMatch(/^https:\/\/meet\.example\.com\/desk\/t[\w-]{24}\?embed=1$/);
    expect(customer.media).toEqual(agent.media);
    expect(agent.media).toMatchObject({ token: '' });
    // The room name of a link does not reveal the address.
    expect(agent.media.url).not.toContain(credentials.room_name);
  });

  test('a voice call keeps media 18', { tags: 'full' }, async () => {
    const { dial, credentials } = await startCall('voice');
    expect(dial.media_id).toBe(18);
    expect(credentials).toMatchObject({ platform: 'cloudflare', kind: 'voice' });
  });

  test('without a token there is no address', async () => {
    const { credentials } = await startCall();
    expect(await enter(credentials.room_name, 'forged')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  test('whoever was admitted is in the call while the customer’s page asks how it stands', async () => {
    const { visitor, credentials, own } = await startCall();
    await enter(credentials.room_name, credentials.token);
    await enter(own.room_name, own.token ?? '');
    await enter(own.room_name, own.token ?? '');
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(2 * 60_000);
      await app.call('GET', '/api/livechat/calls/current', { token: visitor });
      await app.app.modules.rooms.reconcile();
    }
    const people = await app.platform.db.q
      .selectFrom('call_people')
      .select(['role', 'left_at'])
      .where('call_id', '=', credentials.call_id)
      .orderBy('role')
      .execute();
    expect(people).toEqual([
      { role: 'agent', left_at: null },
      { role: 'customer', left_at: null },
    ]);
    expect(await activityOf('dewi')).toBe(18);
    expect(await hangUp('dewi', credentials.room_name)).toMatchObject({ body: { success: true } });
    expect(await activityOf('dewi')).toBe(17);
    expect(await enter(credentials.room_name, credentials.token)).toMatchObject({
      body: { code: 'meeting_ended' },
    });
  });

  test('a customer whose page asks no more has left; one who waited has given up', async () => {
    const { own, dewi } = await startCall();
    await enter(own.room_name, own.token ?? '');
    const ends = nextEvent(dewi, 'voip-hangup');
    app.clock.advance(3 * 60_000 + 1000);
    await app.app.modules.rooms.reconcile();
    expect(await ends).toEqual({ room_name: own.room_name });

    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 1 });
    const { visitor } = await call('video');
    app.clock.advance(3 * 60_000 + 1000);
    await app.app.modules.rooms.reconcile();
    const after = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
    expect(after.body).toMatchObject({ data: { state: 'ended', end_reason: 'abandoned' } });
  });

  test('whoever follows a link is seen by asking at the room', async () => {
    const { credentials, own } = await startCall();
    const token = own.token ?? '';
    await enter(own.room_name, token);
    app.clock.advance(2 * 60_000);
    await app.call('POST', `/api/rooms/${own.room_name}/wait`, { body: { token } });
    app.clock.advance(2 * 60_000);
    await app.app.modules.rooms.reconcile();
    expect(await hangUp('dewi', credentials.room_name)).toMatchObject({ body: { success: true } });
  });

  test('the customer hangs up: it ends for the agent', async () => {
    const { dewi, visitor, own } = await startCall();
    const ends = nextEvent(dewi, 'voip-hangup');
    const body = { room_name: own.room_name };
    const ended = await app.call('POST', '/api/livechat/calls/end', { token: visitor, body });
    expect((ended.body as { data: VisitorCall }).data).toMatchObject({ state: 'ended' });
    expect(await ends).toEqual(body);
  });

  test('has no lobby for guests, no hold and no recording, and says so', async () => {
    const { credentials } = await startCall();
    const on = (what: string, body: object) =>
      app.as('dewi', 'POST', `/api/calls/${credentials.call_id}/${what}`, body);
    expect(await on('guests', {})).toMatchObject({ status: 409 });
    expect(await on('hold', { is_held: true })).toMatchObject({ status: 409 });
    expect(await on('recording', { is_recording: true })).toMatchObject({ status: 409 });
  });

  test(
    'goes to a department, where somebody else picks it up and gets the same page',
    { tags: 'full' },
    async () => {
      const { credentials } = await startCall();
      const first = (await enter(credentials.room_name, credentials.token)).body.data.media.url;
      const budi = await ready('budi');
      const rings = nextEvent<RoomDial>(budi, 'voip-dial');
      const moved = await app.as('dewi', 'POST', `/api/calls/${credentials.call_id}/transfer`, {
        department_id: app.departmentIds[0],
        note: 'about a bill',
        client_key: 'move-0001-cloudflare',
      });
      expect(moved.status).toBe(200);
      expect(await enter(credentials.room_name, credentials.token)).toMatchObject({
        body: { code: 'meeting_ended' },
      });
      const { body } = await pickUp('budi', await rings);
      expect((await enter(credentials.room_name, body.data?.token ?? '')).body.data.media.url).toBe(first);
    },
  );
});

test('the settings say where new calls begin, of what the server can reach', async () => {
  const choose = (room_platform: string | null) =>
    app.as('admin', 'PATCH', '/api/configs/app', { room_platform });
  expect(await choose('daily')).toMatchObject({
    status: 400,
    body: { code: 'invalid', details: [{ path: 'room_platform' }] },
  });
  expect(await choose('embedded')).toMatchObject({
    status: 200,
    body: {
      data: {
        room_platform: {
          chosen: 'embedded',
          default: 'cloudflare',
          available: ['embedded', 'cloudflare'],
        },
      },
    },
  });
  expect((await call('video')).call).toMatchObject({ platform: 'embedded' });
  await callers.endAll();
  await choose(null);
  expect((await call('video')).call).toMatchObject({ platform: 'cloudflare' });
});
