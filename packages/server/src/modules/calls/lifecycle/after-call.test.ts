import type { Agent, CallColleague, CurrentUser, RoomDial, VisitorCall } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Socket } from 'socket.io-client';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';
import { nextEvent, phones } from '../../../../test/telephony/phones.ts';

// Wrap-up (activity 17) follows a call that ended or one that was missed. No call rings in either.

const MINUTE_MS = 60_000;

let app: TestApp;
let widget: string;
let dewi: Socket;
const open: { visitor: string; room: string }[] = [];

beforeAll(async () => {
  app = await testApp();
  widget = await app.widget();
});
afterAll(() => app.close());
const own = phones(
  () => app,
  () => widget,
);
const { ready, pickUp, hangUp } = own;

beforeEach(async () => {
  dewi = await ready('dewi');
});
afterEach(async () => {
  for (const { visitor, room } of open.splice(0)) {
    await app.call('POST', '/api/livechat/calls/end', { token: visitor, body: { room_name: room } });
  }
  await choose('dewi', 1);
  await wrapUpOf(60);
  dewi.disconnect();
});

async function call(): Promise<{ visitor: string; room: string }> {
  const { visitor, call: made } = await own.call();
  open.push({ visitor, room: made.room_name });
  return { visitor, room: made.room_name };
}

const choose = (username: Username, activity: number) =>
  app.as(username, 'PUT', '/api/user/activity', { user_activity_id: activity });
const wrapUpOf = (seconds: number | null) =>
  app.platform.db.q.updateTable('departments').set({ wrap_up_seconds: seconds }).execute();

async function activity(username: Username = 'dewi') {
  const { data } = (await app.as(username, 'GET', '/api/user')).body as { data: CurrentUser };
  const { user_activity_id: id, activity_cause: cause, activity_ends_at: endsAt } = data;
  return { id, cause, endsAt };
}
const extend = () => app.as('dewi', 'POST', '/api/user/activity/extend', {});

/** Advances the clock for an agent whose page stays open. */
async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  await app.app.modules.agents.markSeen([app.idOf('dewi')]);
}

async function stateOf(visitor: string): Promise<VisitorCall> {
  const answer = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
  return (answer.body as { data: VisitorCall }).data;
}

/** Ends expired offers and runs one routing pass, with everything that it enqueues. */
async function route(): Promise<void> {
  await app.app.modules.conversations.endOffers();
  await app.app.modules.conversations.route();
}

/** Rings for a minute without being picked up. */
async function missCall(): Promise<{ visitor: string; room: string }> {
  const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
  const made = await call();
  await rings;
  const stops = nextEvent(dewi, 'daily-hangup');
  await pass(MINUTE_MS + 1);
  await app.app.modules.conversations.endOffers();
  await stops;
  return made;
}

/** Talks, and hangs up. */
async function startCall(): Promise<RoomDial> {
  const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
  await call();
  const dial = await rings;
  await pickUp('dewi', dial);
  await hangUp('dewi', dial.room_name);
  return dial;
}

describe('a missed call', () => {
  test('does not ring again at the agent who missed it until they set themselves ready', async () => {
    const { visitor } = await missCall();
    expect(await activity()).toEqual({ id: 17, cause: 'missed_call', endsAt: null });
    for (const ms of [200, MINUTE_MS, 30 * MINUTE_MS]) {
      await pass(ms);
      await route();
      expect(await stateOf(visitor)).toMatchObject({ state: 'waiting', position: 1 });
    }
    expect(await activity()).toMatchObject({ id: 17, cause: 'missed_call' });
    const again = nextEvent<RoomDial>(dewi, 'daily-dial');
    await choose('dewi', 6);
    await again;
    expect(await activity()).toMatchObject({ id: 6, cause: null });
  });

  test('keeps the agent from other calls, however long it had rung', async () => {
    const { visitor } = await missCall();
    await choose('dewi', 6);
    await route();
    expect((await stateOf(visitor)).state).toBe('waiting');
    await pass(MINUTE_MS);
    await route();
    expect((await stateOf(visitor)).state).toBe('ringing');
  });

  test('leaves the customer the choice of a message or a call-back', async () => {
    const { visitor, room } = await missCall();
    const message = { client_key: 'missed-key-1', name: 'Joko', body: 'Please call.', room_name: room };
    const left = await app.call('POST', '/api/livechat/calls/message', { token: visitor, body: message });
    expect(left.status).toBe(200);
    expect(await stateOf(visitor)).toMatchObject({ state: 'ended', end_reason: 'message' });
  });

  test('is reported to supervisors with its cause', async () => {
    const supervisor = await app.connect('supervisor');
    await supervisor.timeout(5000).emitWithAck('resume', { after: null, topics: ['agents'] });
    const told: Agent[] = [];
    supervisor.on('user-activity-changed', (agent: Agent) => void told.push(agent));
    await missCall();
    await expect
      .poll(() => told.at(-1))
      .toMatchObject({ id: app.idOf('dewi'), user_activity_id: 17, activity_cause: 'missed_call' });
    supervisor.disconnect();
  });

  test('keeps the agent from being invited by colleagues', { tags: 'full' }, async () => {
    await missCall();
    const budi = await ready('budi');
    const rings = nextEvent<RoomDial>(budi, 'daily-dial');
    await route();
    const dial = await rings;
    const { body } = await pickUp('budi', dial);
    const id = body.data?.call_id ?? 0;
    const list = await app.as('budi', 'GET', `/api/calls/${id}/colleagues`);
    const { data } = list.body as { data: CallColleague[] };
    expect(data.find(({ user_id: userId }) => userId === app.idOf('dewi'))).toMatchObject({
      not_rung: 'missed_call',
      activity_cause: 'missed_call',
    });
    const asked = await app.as('budi', 'POST', `/api/calls/${id}/invitations`, {
      user_id: app.idOf('dewi'),
      client_key: 'ask-key-1',
      note: '',
    });
    expect(asked).toMatchObject({ status: 409, body: { details: { not_rung: 'missed_call' } } });
    await hangUp('budi', dial.room_name);
    await choose('budi', 1);
    budi.disconnect();
  });

  test('is offered to the next at once if the agent now only takes messages', async () => {
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    const { visitor } = await call();
    await rings;
    const stops = nextEvent(dewi, 'daily-hangup');
    await choose('dewi', 2);
    await stops;
    expect(await stateOf(visitor)).toMatchObject({ state: 'waiting', position: 1 });
    expect(await activity()).toMatchObject({ id: 2, cause: null });
  });

  test('is still missed when the page comes back', { tags: 'full' }, async () => {
    await missCall();
    await leaveAndComeBack();
    expect(await activity()).toEqual({ id: 17, cause: 'missed_call', endsAt: null });
  });
});

async function leaveAndComeBack(ms = 0): Promise<void> {
  const { agents } = app.app.modules;
  const longAgo = new Date(app.clock.now().getTime() - 2 * MINUTE_MS);
  const { q } = app.platform.db;
  await q
    .updateTable('agent_states')
    .set({ last_seen_at: longAgo })
    .where('user_id', '=', app.idOf('dewi'))
    .execute();
  await agents.noticeGone();
  expect(await activity()).toEqual({ id: 1, cause: null, endsAt: null });
  await pass(ms);
  await agents.restoreActivity(app.idOf('dewi'));
}

describe('wrap-up', () => {
  const endsIn = async () => Date.parse((await activity()).endsAt ?? '') - app.clock.now().getTime();

  test(
    'lasts as long as the department’s setting; no call rings meanwhile, and then the next one does',
    { tags: 'full' },
    async () => {
      await wrapUpOf(90);
      await startCall();
      expect(await activity()).toMatchObject({ id: 17, cause: 'wrap_up' });
      expect(Math.round((await endsIn()) / 1000)).toBe(90);
      const { visitor } = await call();
      await pass(80_000);
      await route();
      expect((await stateOf(visitor)).state).toBe('waiting');
      const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
      await pass(10_001);
      await rings;
      expect(await activity()).toEqual({ id: 6, cause: null, endsAt: null });
    },
  );

  test('can be extended, a minute at a time', { tags: 'full' }, async () => {
    await startCall();
    const { body } = await extend();
    expect((body as { data: Agent }).data).toMatchObject({ user_activity_id: 17, activity_cause: 'wrap_up' });
    expect(Math.round((await endsIn()) / 1000)).toBe(120);
    await pass(119_000);
    await app.app.modules.agents.wrapUp.endDue();
    expect((await activity()).id).toBe(17);
    await pass(2000);
    await expect.poll(async () => (await activity()).id).toBe(6);
    expect((await extend()).status).toBe(409);
  });

  test('ends when its agent ends it; the original end then changes nothing', { tags: 'full' }, async () => {
    await startCall();
    await choose('dewi', 2);
    await pass(MINUTE_MS + 1);
    await app.app.modules.agents.wrapUp.endDue();
    expect((await activity()).id).toBe(2);
  });

  test.each([0, null])(
    'of a department with %s seconds is ended by its agent only',
    { tags: 'full' },
    async (seconds) => {
      await wrapUpOf(seconds);
      await startCall();
      expect(await activity()).toEqual({ id: 17, cause: 'wrap_up', endsAt: null });
      expect((await extend()).status).toBe(409);
      await pass(10 * MINUTE_MS);
      await app.app.modules.agents.wrapUp.endDue();
      expect((await activity()).id).toBe(17);
    },
  );

  test('ends at the stored time, when the process that began it no longer runs', async () => {
    await startCall();
    app.app.modules.agents.wrapUp.stop();
    const other = await app.another();
    await other.app.modules.agents.wrapUp.resume();
    await pass(MINUTE_MS + 1);
    await expect.poll(async () => (await activity()).id).toBe(6);
    await other.close();
  });

  test(
    'continues for the remaining time when its page comes back, and has ended if there is none',
    { tags: 'full' },
    async () => {
      await wrapUpOf(600);
      await startCall();
      const { endsAt } = await activity();
      await leaveAndComeBack(MINUTE_MS);
      expect(await activity()).toEqual({ id: 17, cause: 'wrap_up', endsAt });
      await leaveAndComeBack(10 * MINUTE_MS);
      expect(await activity()).toEqual({ id: 6, cause: null, endsAt: null });
    },
  );

  test('is set on the department’s page, and lasts an hour at most', async () => {
    const list = await app.as('admin', 'GET', '/api/settings/departments');
    const [row] = (list.body as { data: { id: number; version: number; values: object }[] }).data;
    expect(row?.values).toMatchObject({ wrap_up_seconds: 60 });
    const set = (wrap_up_seconds: number) =>
      app.as('admin', 'PATCH', `/api/settings/departments/${row?.id}`, {
        version: row?.version,
        values: { wrap_up_seconds },
      });
    expect((await set(3601)).status).toBe(400);
    expect((await set(45)).status).toBe(200);
    const stored = await app.platform.db.q
      .selectFrom('departments')
      .select('wrap_up_seconds')
      .where('id', '=', row?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(stored.wrap_up_seconds).toBe(45);
  });
});
