import type { RoomCall, RoomDial, RoomEntry, VisitorCall } from '@trunkline/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { startDaily, type DailyStandIn } from '../../../../test/daily.ts';
import { nextEvent, phones } from '../../../../test/telephony/phones.ts';

const lines: string[] = [];
let daily: DailyStandIn;
let app: TestApp;
let widget: string;

beforeAll(async () => {
  daily = await startDaily();
  app = await testApp({
    recording: 'always',
    calls: { current: 'daily', daily: { url: daily.url, key: daily.key }, cloudflareRoomUrl: undefined },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
  widget = await app.widget();
});
afterAll(async () => {
  await app.close();
  await daily.close();
});
beforeEach(async () => {
  daily.fail();
  daily.asked.length = 0;
  lines.length = 0;
  await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 1 });
});

afterEach(async () => {
  for (const { room_name: room } of await app.platform.db.q
    .selectFrom('calls')
    .select('room_name')
    .where('state', '<>', 'ended')
    .execute())
    await hangUp('dewi', room ?? '');
});

const { ready, call, pickUp, hangUp, activityOf } = phones(
  () => app,
  () => widget,
);

type Answer<T> = { status: number; body: T };
type EntryAnswer = Answer<{ data: RoomEntry } & { code?: string; message?: string }>;

const enter = async (room: string, token: string): Promise<EntryAnswer> =>
  app.call('POST', `/api/rooms/${room}/enter`, { body: { token } });

/** A customer calls, and dewi picks up. */
async function startCall(kind: 'voice' | 'video' = 'video') {
  const dewi = await ready('dewi');
  const rings = nextEvent<RoomDial>(dewi, kind === 'video' ? 'voip-dial' : 'daily-dial');
  const { visitor, call: own } = await call(kind);
  const dial = await rings;
  const { body } = await pickUp('dewi', dial);
  if (!body.data) throw new Error(body.message);
  return { dewi, visitor, own, dial, credentials: body.data };
}

const stateOf = async (id: number) => {
  const row = await app.platform.db.q
    .selectFrom('calls')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.state;
};

const hostedName = (entry: RoomEntry) => new URL(entry.media.url).pathname.slice(1);
const propertiesIn = (token: string) =>
  JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as Record<string, unknown>;

describe('a call in a room of the hosted service', () => {
  test('its admission gives the room there and a token for it, made once and private', async () => {
    const { dial, own, credentials } = await startCall();
    expect(dial.media_id).toBe(17);
    expect(credentials).toMatchObject({ platform: 'daily', recording: 'never', is_recording: false });
    expect(own).toMatchObject({ platform: 'daily', is_recorded: false });

    const agent = (await enter(credentials.room_name, credentials.token)).body.data;
    const customer = (await enter(own.room_name, own.token ?? '')).body.data;
    expect(agent).toMatchObject({ platform: 'daily', access: 'full', is_owner: true });
    const name = hostedName(agent);
    expect(agent.media.url).toBe(`https://acme.daily.co/${name}`);
    expect(customer.media.url).toBe(agent.media.url);
    expect(name).not.toContain(credentials.room_name);
    expect(daily.rooms.get(name)).toMatchObject({ privacy: 'private' });
    const nowS = Date.now() / 1000;
    expect(daily.rooms.get(name)?.properties).toMatchObject({ max_participants: 8, enable_knocking: true });
    expect(Number(daily.rooms.get(name)?.properties['exp'])).toBeGreaterThan(nowS + 3600);
    const claims = propertiesIn(agent.media.token);
    expect(claims).toMatchObject({
      room_name: name,
      user_id: `user-${app.idOf('dewi')}`,
      user_name: 'Dewi Lestari',
      is_owner: true,
    });
    expect(Number(claims['exp'])).toBeGreaterThan(nowS + 3600);
    expect(propertiesIn(customer.media.token)).toMatchObject({ room_name: name, is_owner: false });

    await hangUp('dewi', credentials.room_name);
    await expect.poll(() => daily.rooms.has(name)).toBe(false);
    expect(await activityOf('dewi')).toBe(17);
    const calls = await app.as('dewi', 'GET', `/api/tickets/${dial.ticket_id}/calls`);
    expect((calls.body as { data: RoomCall[] }).data).toMatchObject([
      { state: 'ended', end_reason: 'hung_up' },
    ]);
    expect((await enter(credentials.room_name, credentials.token)).body.code).toBe('meeting_ended');
    expect(lines).toEqual([]);
  });

  test('who is still inside at its end is put out before the room is deleted', { tags: 'full' }, async () => {
    const { credentials } = await startCall();
    const name = hostedName((await enter(credentials.room_name, credentials.token)).body.data);
    daily.present.set(name, [{ id: 'session-1', userId: null, userName: 'Somebody' }]);
    await hangUp('dewi', credentials.room_name);
    await expect.poll(() => daily.rooms.has(name)).toBe(false);
    expect(daily.present.get(name)).toEqual([]);
  });

  test(
    'a customer who is seen there and then no longer has left, and the call ends',
    { tags: 'full' },
    async () => {
      const { credentials, own, dewi } = await startCall();
      const name = hostedName((await enter(credentials.room_name, credentials.token)).body.data);
      const inside = (userId: string) => ({ id: `session-${userId}`, userId, userName: userId });
      const agent = inside(`user-${app.idOf('dewi')}`);
      const customer = inside('visitor-1');
      daily.present.set(name, [agent, customer, inside('somebody who knocked')]);
      app.clock.advance(60_000);
      await app.app.modules.rooms.reconcile();
      const seen = await app.platform.db.q
        .selectFrom('call_people')
        .select(['identity', 'role'])
        .where('call_id', '=', credentials.call_id)
        .orderBy('identity')
        .execute();
      expect(seen).toEqual([
        { identity: agent.userId, role: 'agent' },
        { identity: 'visitor-1', role: 'customer' },
      ]);

      const ends = nextEvent(dewi, 'voip-hangup');
      daily.present.set(name, [agent]);
      await app.app.modules.rooms.reconcile();
      expect(await stateOf(credentials.call_id)).toBe('connected');
      app.clock.advance(21_000);
      await app.app.modules.rooms.reconcile();
      expect(await ends).toEqual({ room_name: own.room_name });
    },
  );

  test('an agent who reloads the page while somebody looks keeps the call', { tags: 'full' }, async () => {
    const { credentials } = await startCall();
    const name = hostedName((await enter(credentials.room_name, credentials.token)).body.data);
    const agent = { id: 'session-1', userId: `user-${app.idOf('dewi')}`, userName: 'Dewi' };
    const customer = { id: 'session-2', userId: 'visitor-1', userName: 'Joko' };
    daily.present.set(name, [agent, customer]);
    app.clock.advance(60_000);
    await app.app.modules.rooms.reconcile();
    daily.present.set(name, [customer]);
    await app.app.modules.rooms.reconcile();
    daily.present.set(name, [{ ...agent, id: 'session-3' }, customer]);
    app.clock.advance(21_000);
    await app.app.modules.rooms.reconcile();
    expect(await stateOf(credentials.call_id)).toBe('connected');
    await hangUp('dewi', credentials.room_name);
  });

  test('while the service does not say who is inside, nobody is taken to have left', async () => {
    const { credentials } = await startCall();
    await enter(credentials.room_name, credentials.token);
    app.clock.advance(60_000);
    daily.fail({ status: 500 });
    await app.app.modules.rooms.reconcile();
    expect(await hangUp('dewi', credentials.room_name)).toMatchObject({ body: { success: true } });
  });

  test('a guest gets the room without a token, and has to knock there', async () => {
    const { credentials } = await startCall();
    const { body } = await app.as('dewi', 'POST', `/api/calls/${credentials.call_id}/guests`, {});
    const { link } = body as { link: string };
    const token = new URL(link).searchParams.get('t') ?? '';
    const entry = (await enter(credentials.room_name, token)).body.data;
    expect(entry).toMatchObject({ access: 'lobby', platform: 'daily', media: { token: '' } });
    await hangUp('dewi', credentials.room_name);
  });

  test('whoever is put out is put out there, and has no way back through our admission', async () => {
    const { credentials, own } = await startCall();
    const name = hostedName((await enter(credentials.room_name, credentials.token)).body.data);
    const { identity } = (await enter(own.room_name, own.token ?? '')).body.data;
    const agent = { id: 'session-2', userId: `user-${app.idOf('dewi')}`, userName: 'Dewi' };
    daily.present.set(name, [{ id: 'session-1', userId: identity, userName: 'Joko' }, agent]);
    app.clock.advance(60_000);
    await app.app.modules.rooms.reconcile();
    const act = async (action: string) =>
      app.call('POST', `/api/rooms/${credentials.room_name}/participants/${identity}`, {
        body: { token: credentials.token, action },
      });
    expect(await act('mute-audio')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await act('eject')).toMatchObject({ status: 200 });
    expect(daily.present.get(name)).toEqual([agent]);
    expect((await enter(own.room_name, own.token ?? '')).body.code).toBe('removed_from_call');
    await hangUp('dewi', credentials.room_name);
  });

  test('is not put on hold and not recorded by us, and says so', { tags: 'full' }, async () => {
    const { credentials } = await startCall('voice');
    const hold = await app.as('dewi', 'POST', `/api/calls/${credentials.call_id}/hold`, { is_held: true });
    expect(hold).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('on hold') as string },
    });
    const record = await app.as('dewi', 'POST', `/api/calls/${credentials.call_id}/recording`, {
      is_recording: true,
    });
    expect(record).toMatchObject({ status: 409, body: { message: 'Calls are not recorded here.' } });
    await hangUp('dewi', credentials.room_name);
  });
});

describe('the service fails', () => {
  test.each([
    [
      'a key that it does not know',
      { status: 401, body: '{"error":"authentication-error"}' },
      /accept DAILY_API_KEY/,
    ],
    ['a fault of its own', { status: 502, body: '<html>' }, /has failed/],
    ['an answer that is none', { status: 200, body: 'nonsense' }, /gave no such answer/],
    ['an answer without an address', { status: 200, body: '{"url":7}' }, /gave no such answer/],
  ])('%s: whoever wants in is told, and the log knows why without the key', async (_what, fault, line) => {
    const { credentials } = await startCall();
    // The room of the call before may be deleted just now, which must not take the fault.
    daily.fail({ ...fault, to: '/rooms' });
    expect(await enter(credentials.room_name, credentials.token)).toMatchObject({
      status: 503,
      body: { code: 'call_service_failed' },
    });
    expect(lines.join()).toMatch(line);
    expect(lines.join()).not.toContain(daily.key);
    expect(await enter(credentials.room_name, credentials.token)).toMatchObject({ status: 200 });
    await hangUp('dewi', credentials.room_name);
  });

  test('too many requests: asked once more after the pause that it names, and not at all after a long one', async () => {
    const { credentials } = await startCall();
    daily.fail({ status: 429, headers: { 'retry-after': '0' }, to: '/rooms' });
    expect(await enter(credentials.room_name, credentials.token)).toMatchObject({ status: 200 });
    daily.asked.length = 0;
    daily.fail({ status: 429, headers: { 'retry-after': '30' }, to: '/rooms' });
    expect(await enter(credentials.room_name, credentials.token)).toMatchObject({
      status: 503,
      body: { code: 'lines_busy' },
    });
    expect(daily.asked.filter(({ path }) => path === '/rooms')).toHaveLength(1);
    await hangUp('dewi', credentials.room_name);
  });

  test(
    'no answer at all: it is not waited for longer than five seconds',
    { tags: 'full', timeout: 20_000 },
    async () => {
      const { credentials } = await startCall();
      // The room of the call before may be deleted just now, which must not take the fault.
      daily.fail({ status: 'none', to: '/rooms' });
      expect(await enter(credentials.room_name, credentials.token)).toMatchObject({
        body: { code: 'call_service_failed' },
      });
      expect(lines.join()).toMatch(/does not answer/);
      await hangUp('dewi', credentials.room_name);
    },
  );

  test.each([
    ['a wrong key', { status: 401 }],
    ['too many requests', { status: 429, headers: { 'retry-after': '60' } }],
  ])('%s: a new call is told that all lines are busy, and is none', async (_what, fault) => {
    const visitor = await app.visitor(widget);
    daily.fail({ ...fault, to: '/' });
    const body = { client_key: 'a-call-that-is-none', kind: 'voice', name: 'Joko' };
    const answer = await app.call('POST', '/api/livechat/calls', { token: visitor, body });
    expect(answer).toMatchObject({ status: 503, body: { code: 'lines_busy' } });
    const current = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
    expect((current.body as { data: VisitorCall | null }).data).toBeNull();
  });

  test('a room that cannot be deleted now is deleted later', { tags: 'full', timeout: 30_000 }, async () => {
    const { credentials } = await startCall();
    const name = hostedName((await enter(credentials.room_name, credentials.token)).body.data);
    daily.fail({ status: 500 });
    await hangUp('dewi', credentials.room_name);
    await expect.poll(() => daily.rooms.has(name), { timeout: 25_000 }).toBe(false);
    expect(lines.join()).toMatch(/job will be tried again/);
  });
});
