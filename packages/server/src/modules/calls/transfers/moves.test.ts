import type {
  CallColleague,
  CallParticipants,
  CallInvitation,
  JoinCredentials,
  getOwnCall,
  Message,
  ResponseOf,
  RingReason,
  RoomDial,
  RoomEntry,
  Ticket,
  VisitorCall,
} from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Socket } from 'socket.io-client';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';
import { nextEvent, phones } from '../../../../test/telephony/phones.ts';

let app: TestApp;
let widget: string;
/** A page that is reloaded is back within this time. */
const RELOAD_MS = 5000;

let keys = 0;
const open: { visitor: string; room: string }[] = [];
const sockets = new Map<Username, Socket>();

beforeAll(async () => {
  app = await testApp();
  widget = await app.widget();
});
afterAll(() => app.close());
afterEach(async () => {
  for (const { visitor, room } of open.splice(0)) {
    await app.call('POST', '/api/livechat/calls/end', { token: visitor, body: { room_name: room } });
  }
  for (const username of ['dewi', 'budi', 'sarah'] as const) {
    await app.as(username, 'PUT', '/api/user/activity', { user_activity_id: 1 });
  }
});

const { ready, call, pickUp, hangUp, activityOf } = phones(
  () => app,
  () => widget,
);

type RingingInvitation = { outcome: string; name: string; purpose: string };
type Data<T> = { status: number; body: { data: T; code?: string; details?: { not_rung?: string } } };

/** Ready, with a connection that stays open from test to test. */
async function atScreen(username: Username): Promise<Socket> {
  const known = sockets.get(username);
  await app.as(username, 'PUT', '/api/user/activity', { user_activity_id: 6 });
  if (known) return known;
  const socket = await ready(username);
  sockets.set(username, socket);
  return socket;
}

/** A customer has called and Dewi has picked up. */
async function startTalking() {
  const dewi = await atScreen('dewi');
  const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
  const { visitor, call: own } = await call();
  open.push({ visitor, room: own.room_name });
  const dial = await rings;
  const credentials = (await pickUp('dewi', dial)).body.data as JoinCredentials;
  return { dewi, visitor, dial, credentials, id: credentials.call_id };
}

const newKey = () => `move-key-${(keys += 1)}`;
const invite = (by: Username, id: number, whom: Username, rest: object = {}): Promise<Data<CallInvitation>> =>
  app.as(by, 'POST', `/api/calls/${id}/invitations`, {
    user_id: app.idOf(whom),
    client_key: newKey(),
    ...rest,
  });
const transfer = (by: Username, id: number, rest: object): Promise<Data<CallInvitation | null>> =>
  app.as(by, 'POST', `/api/calls/${id}/transfer`, { client_key: newKey(), ...rest });
const hold = (by: Username, id: number, isHeld: boolean): Promise<Data<CallParticipants>> =>
  app.as(by, 'POST', `/api/calls/${id}/hold`, { is_held: isHeld });
const participantsSeenBy = (username: Username, id: number): Promise<Data<CallParticipants>> =>
  app.as(username, 'GET', `/api/calls/${id}/inside`);
const cancel = (username: Username, id: number) =>
  app.as(username, 'DELETE', `/api/call-invitations/${id}`) as Promise<{ status: number }>;
const own = async (username: Username) =>
  (
    (await app.as(username, 'GET', '/api/voip/daily/current')) as {
      body: ResponseOf<typeof getOwnCall>;
    }
  ).body.data;
const current = async (visitor: string) =>
  ((await app.call('GET', '/api/livechat/calls/current', { token: visitor })).body as { data: VisitorCall })
    .data;
const ticketOf = async ({ ticket_id: id }: RoomDial) =>
  ((await app.as('admin', 'GET', `/api/tickets/${id}`)).body as { data: { ticket: Ticket } }).data.ticket;
const timeLine = async ({ ticket_id: id }: RoomDial) =>
  ((await app.as('admin', 'GET', `/api/tickets/${id}/timeline`)).body as { data: Message[] }).data;
const enter = (room: string, token: string) =>
  app.call('POST', `/api/rooms/${room}/enter`, { body: { token } }) as Promise<Data<RoomEntry>>;

/** The colleague is invited and picks up. */
async function joinedBy(whom: Username, by: Username, id: number): Promise<JoinCredentials> {
  const socket = await atScreen(whom);
  const rings = nextEvent<RoomDial>(socket, 'daily-dial');
  expect((await invite(by, id, whom)).status).toBe(200);
  const { body } = await pickUp(whom, await rings);
  return body.data as JoinCredentials;
}

describe('a colleague who is invited into a call', () => {
  test('is rung with the reason, picks up, joins, and can leave without ending the call', async () => {
    const { dewi, dial, id } = await startTalking();
    const budi = await atScreen('budi');
    const reason = nextEvent<RingReason>(budi, 'call-ring-reason');
    const rings = nextEvent<RoomDial>(budi, 'daily-dial');
    const told = nextEvent<RingingInvitation>(dewi, 'call-invitation-ended');
    const asked = await invite('dewi', id, 'budi', { note: 'He speaks of order 4711' });
    expect(asked).toMatchObject({ status: 200, body: { data: { purpose: 'join', name: 'Budi Santoso' } } });
    expect(await rings).toEqual(dial);
    expect(await reason).toEqual({
      room_name: dial.room_name,
      reason: 'join',
      by: 'Dewi Lestari',
      note: 'He speaks of order 4711',
    });
    expect((await own('budi')).ringing).toMatchObject({
      room_name: dial.room_name,
      reason: { by: 'Dewi Lestari' },
    });

    const picked = await pickUp('budi', dial);
    expect(picked.body).toMatchObject({ success: true, data: { call_id: id, may_see_ticket: true } });
    expect(await told).toMatchObject({ outcome: 'accepted', name: 'Budi Santoso' });
    expect(await activityOf('budi')).toBe(18);
    expect((await enter(dial.room_name, picked.body.data?.token ?? '')).status).toBe(200);
    expect((await participantsSeenBy('dewi', id)).body.data).toMatchObject({
      agent_id: app.idOf('dewi'),
      agents: [{ name: 'Dewi Lestari' }, { name: 'Budi Santoso' }],
      invitations: [],
    });

    const ended = nextEvent<{ room_name: string }>(budi, 'daily-hangup');
    expect((await hangUp('budi', dial.room_name)).body.success).toBe(true);
    expect(await ended).toEqual({ room_name: dial.room_name });
    expect(await activityOf('budi')).toBe(17);
    expect((await own('budi')).joined).toBeNull();
    expect((await own('dewi')).joined).toMatchObject({ call_id: id });
    // Their token is refused from now on, though it is valid for hours.
    expect((await enter(dial.room_name, picked.body.data?.token ?? '')).status).toBe(410);
    const line = await timeLine(dial);
    const types = line.flatMap(({ event }) => event?.type ?? []);
    expect(types.slice(-3)).toEqual(['call_invited', 'call_joined', 'call_left']);
    expect(line.filter(({ kind }) => kind === 'note').map(({ body }) => body)).toEqual([
      'He speaks of order 4711',
    ]);
  });

  test('gets no access to the ticket by that, and is told so', { tags: 'full' }, async () => {
    const { dial, id } = await startTalking();
    const credentials = await joinedBy('sarah', 'dewi', id);
    expect(credentials.may_see_ticket).toBe(false);
    expect((await app.as('sarah', 'GET', `/api/tickets/${dial.ticket_id}`)).status).toBe(404);
    expect((await own('sarah')).joined).toMatchObject({ call_id: id, may_see_ticket: false });
  });

  test(
    'is rung once, however often and by however many agents they are invited',
    { tags: 'full' },
    async () => {
      const { id } = await startTalking();
      await atScreen('budi');
      const key = { client_key: newKey() };
      const both = await Promise.all([invite('dewi', id, 'budi', key), invite('dewi', id, 'budi', key)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(both[0].body.data.id).toBe(both[1].body.data.id);
      const other = await invite('dewi', id, 'budi');
      expect(other).toMatchObject({ status: 409, body: { details: { not_rung: 'ringing' } } });
      const { n } = await app.platform.db.q
        .selectFrom('call_invitations')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('call_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(n).toBe(1);
    },
  );

  test('can pick up once, also from two tabs at once, and nobody else can', { tags: 'full' }, async () => {
    const { dial, id } = await startTalking();
    await atScreen('budi');
    await atScreen('sarah');
    await invite('dewi', id, 'budi');
    expect((await pickUp('sarah', dial)).body.success).toBe(false);
    expect((await own('sarah')).joined).toBeNull();
    const both = await Promise.all([pickUp('budi', dial), pickUp('budi', dial)]);
    expect(both.filter(({ body }) => body.success)).toHaveLength(1);
  });

  test('misses it at once by closing the page that rings', { tags: 'full' }, async () => {
    const { dewi, id } = await startTalking();
    const budi = await atScreen('budi');
    const rings = nextEvent<RoomDial>(budi, 'daily-dial');
    await invite('dewi', id, 'budi');
    await rings;
    const told = nextEvent<RingingInvitation>(dewi, 'call-invitation-ended');
    budi.disconnect();
    sockets.delete('budi');
    await expect.poll(() => app.app.modules.agents.isHere(app.idOf('budi'))).toBe(false);
    app.clock.advance(RELOAD_MS);
    expect(await told).toMatchObject({ outcome: 'missed', name: 'Budi Santoso' });
    await expect(invite('dewi', id, 'budi')).resolves.toMatchObject({
      status: 409,
      body: { details: { not_rung: 'offline' } },
    });
  });

  test('misses it by not picking up: the inviter is told, the call goes on', { tags: 'full' }, async () => {
    const { dewi, dial, id } = await startTalking();
    const budi = await atScreen('budi');
    await invite('dewi', id, 'budi');
    const stops = nextEvent<{ room_name: string }>(budi, 'daily-hangup');
    const told = nextEvent<RingingInvitation>(dewi, 'call-invitation-ended');
    await app.platform.db.q
      .updateTable('call_invitations')
      .set({ expires_at: new Date(app.clock.now().getTime() - 1) })
      .where('call_id', '=', id)
      .execute();
    expect((await pickUp('budi', dial)).body).toEqual({
      success: false,
      message: 'This call no longer rings for you',
    });
    await app.app.modules.calls.endMissed();
    expect(await stops).toEqual({ room_name: dial.room_name });
    expect(await told).toMatchObject({ outcome: 'missed' });
    expect(await activityOf('budi')).toBe(17);
    expect((await participantsSeenBy('dewi', id)).body.data.invitations).toEqual([]);
    expect(await invite('dewi', id, 'budi')).toMatchObject({
      status: 409,
      body: { details: { not_rung: 'missed_call' } },
    });
    await app.as('budi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    expect((await invite('dewi', id, 'budi')).status).toBe(200);
  });

  test(
    'stops being rung when the invitation is cancelled; it is too late once they have picked up',
    { tags: 'full' },
    async () => {
      const { dewi, dial, id } = await startTalking();
      const budi = await atScreen('budi');
      const first = (await invite('dewi', id, 'budi')).body.data;
      expect((await cancel('sarah', first.id)).status).toBe(404);
      const stops = nextEvent(budi, 'daily-hangup');
      const told = nextEvent<RingingInvitation>(dewi, 'call-invitation-ended');
      expect((await cancel('dewi', first.id)).status).toBe(200);
      await stops;
      expect(await told).toMatchObject({ outcome: 'cancelled' });
      expect(await activityOf('budi')).toBe(6);
      expect((await cancel('dewi', first.id)).status).toBe(200);
      expect((await pickUp('budi', dial)).body.success).toBe(false);
      const second = (await invite('dewi', id, 'budi')).body.data;
      await pickUp('budi', dial);
      expect((await cancel('dewi', second.id)).status).toBe(409);
    },
  );

  test(
    'cannot be rung while away, on a break, in a call or without permission, and the list says why',
    { tags: 'full' },
    async () => {
      const { id } = await startTalking();
      expect((await invite('dewi', id, 'sarah')).body.details).toMatchObject({ not_rung: 'offline' });
      await atScreen('sarah');
      await app.as('sarah', 'PUT', '/api/user/activity', { user_activity_id: 2 });
      await atScreen('qa');
      const budi = await atScreen('budi');
      const rings = nextEvent<RoomDial>(budi, 'daily-dial');
      const other = await call();
      open.push({ visitor: other.visitor, room: other.call.room_name });
      const dial = await rings;
      expect((await invite('dewi', id, 'budi')).body.details).toMatchObject({ not_rung: 'ringing' });
      await pickUp('budi', dial);
      expect((await invite('dewi', id, 'budi')).body.details).toMatchObject({ not_rung: 'in_call' });
      const { body } = (await app.as('dewi', 'GET', `/api/calls/${id}/colleagues`)) as Data<CallColleague[]>;
      const why = Object.fromEntries(body.data.map(({ name, not_rung: reason }) => [name, reason]));
      expect(why).toMatchObject({ 'Budi Santoso': 'in_call', 'Laras Prameswari': 'rights' });
      expect(why['سارة القحطاني']).toBeNull();
      expect(Object.keys(why)).not.toContain('Dewi Lestari');
      expect((await invite('dewi', id, 'dewi')).body.details).toMatchObject({ not_rung: 'here' });
    },
  );

  test('eight people are the most', { tags: 'full' }, async () => {
    const { id } = await startTalking();
    await atScreen('budi');
    const guests = Array.from({ length: 7 }, (_, n) => ({
      call_id: id,
      identity: `guest-${n}`,
      role: 'customer' as const,
      user_id: null,
      name: 'Guest',
      joined_at: app.clock.now(),
      left_at: null,
    }));
    await app.platform.db.q.insertInto('call_people').values(guests).execute();
    expect(await invite('dewi', id, 'budi')).toMatchObject({ status: 409, body: { code: 'room_full' } });
  });

  test('gets no customer’s call while they are being rung', { tags: 'full' }, async () => {
    const { id } = await startTalking();
    const budi = await atScreen('budi');
    const asked = (await invite('dewi', id, 'budi')).body.data;
    const other = await call();
    open.push({ visitor: other.visitor, room: other.call.room_name });
    await app.app.modules.conversations.route();
    expect((await current(other.visitor)).state).toBe('waiting');
    const rings = nextEvent<RoomDial>(budi, 'daily-dial');
    await cancel('dewi', asked.id);
    await app.app.modules.conversations.route();
    expect((await rings).room_name).toBe(other.call.room_name);
  });

  test('cannot be invited by somebody who is not in the call', { tags: 'full' }, async () => {
    const { id } = await startTalking();
    await atScreen('budi');
    const refused = await Promise.all([
      participantsSeenBy('budi', id),
      app.as('budi', 'GET', `/api/calls/${id}/colleagues`),
      invite('budi', id, 'sarah'),
      transfer('budi', id, { department_id: app.departmentIds[1] }),
      hold('budi', id, true),
      hold('budi', 999_999, true),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });
});

describe('a call is handed to a colleague', () => {
  test('gets the call and its ticket on picking up; the first agent stays until they hang up', async () => {
    const { dewi, visitor, dial, id } = await startTalking();
    const sarah = await atScreen('sarah');
    const reason = nextEvent<RingReason>(sarah, 'call-ring-reason');
    const rings = nextEvent<RoomDial>(sarah, 'daily-dial');
    const wish = { user_id: app.idOf('sarah'), note: 'A refund, please' };
    expect((await transfer('dewi', id, wish)).body.data).toMatchObject({ purpose: 'transfer' });
    expect(await reason).toMatchObject({ reason: 'transfer', by: 'Dewi Lestari', note: 'A refund, please' });
    expect((await ticketOf(dial)).assignee_id).toBe(app.idOf('dewi'));
    const { body } = await pickUp('sarah', await rings);
    expect(body.data).toMatchObject({ may_see_ticket: true });
    expect((await ticketOf(dial)).assignee_id).toBe(app.idOf('sarah'));
    expect((await current(visitor)).agent_name).toBe('سارة القحطاني');
    expect((await participantsSeenBy('dewi', id)).body.data.agent_id).toBe(app.idOf('sarah'));

    const gone = nextEvent(dewi, 'daily-hangup');
    await hangUp('dewi', dial.room_name);
    await gone;
    expect(await activityOf('dewi')).toBe(17);
    expect((await current(visitor)).state).toBe('connected');
    const line = await timeLine(dial);
    expect(line.filter(({ kind }) => kind === 'note').map(({ body: note }) => note)).toEqual([wish.note]);
    expect(line.flatMap(({ event }) => event?.type ?? [])).toContain('call_transferred');
    await hangUp('sarah', dial.room_name);
    expect(await current(visitor)).toMatchObject({ state: 'ended', end_reason: 'hung_up' });
  });

  test('can let the first agent go at once', { tags: 'full' }, async () => {
    const { dewi, visitor, dial, id } = await startTalking();
    await atScreen('budi');
    await transfer('dewi', id, { user_id: app.idOf('budi'), stays: false });
    const gone = nextEvent(dewi, 'daily-hangup');
    await pickUp('budi', dial);
    await gone;
    expect(await activityOf('dewi')).toBe(17);
    expect((await own('dewi')).joined).toBeNull();
    expect(await current(visitor)).toMatchObject({ state: 'connected', agent_name: 'Budi Santoso' });
  });

  test('gets it at once, without being rung, if they are in it already', { tags: 'full' }, async () => {
    const { visitor, dial, id } = await startTalking();
    await joinedBy('budi', 'dewi', id);
    const done = await transfer('dewi', id, { user_id: app.idOf('budi'), stays: false });
    expect(done).toMatchObject({ status: 200, body: { data: null } });
    expect((await own('dewi')).joined).toBeNull();
    expect((await current(visitor)).agent_name).toBe('Budi Santoso');
    expect((await ticketOf(dial)).assignee_id).toBe(app.idOf('budi'));
  });

  test('takes either a colleague or a department', { tags: 'full' }, async () => {
    const { id } = await startTalking();
    const [department] = app.departmentIds;
    expect((await transfer('dewi', id, {})).status).toBe(400);
    const both = { user_id: app.idOf('budi'), department_id: department };
    expect((await transfer('dewi', id, both)).status).toBe(400);
  });
});

describe('a call is handed to a department', () => {
  test(
    'waits with music and a position, and rings with the note; the first agent has left it',
    { tags: 'full' },
    async () => {
      const { dewi, visitor, dial, credentials, id } = await startTalking();
      const [, billing] = app.departmentIds;
      const sarah = await atScreen('sarah');
      await app.as('sarah', 'PUT', '/api/user/activity', { user_activity_id: 1 });
      const gone = nextEvent(dewi, 'daily-hangup');
      expect((await transfer('dewi', id, { department_id: billing, note: 'Wants a refund' })).status).toBe(
        200,
      );
      await gone;
      expect(await activityOf('dewi')).toBe(17);
      expect((await own('dewi')).joined).toBeNull();
      expect((await enter(dial.room_name, credentials.token)).status).toBe(410);
      expect(await current(visitor)).toMatchObject({ state: 'waiting', moved_to: 'Billing', position: 1 });
      const waited = await app.call('POST', `/api/rooms/${dial.room_name}/wait`, {
        body: { token: (await current(visitor)).token },
      });
      expect(waited.body).toMatchObject({ data: { state: 'waiting', moved_to: 'Billing', position: 1 } });

      const reason = nextEvent<RingReason>(sarah, 'call-ring-reason');
      const rings = nextEvent<RoomDial>(sarah, 'daily-dial');
      // The call rings as soon as she is connected, without another trigger.
      await atScreen('sarah');
      expect(await rings).toEqual(dial);
      expect(await reason).toMatchObject({
        reason: 'department',
        by: 'Dewi Lestari',
        note: 'Wants a refund',
      });
      expect((await own('sarah')).ringing?.reason).toMatchObject({ note: 'Wants a refund' });
      expect((await pickUp('sarah', dial)).body.data).toMatchObject({ may_see_ticket: true });
      expect(await current(visitor)).toMatchObject({ state: 'connected', moved_to: null });
      expect(await ticketOf(dial)).toMatchObject({
        department_id: billing,
        assignee_id: app.idOf('sarah'),
      });
      const types = (await timeLine(dial)).flatMap(({ event }) => event?.type ?? []);
      expect(types).toEqual(expect.arrayContaining(['call_transferred', 'call_answered']));
    },
  );

  test('is refused if the department does not exist, and the call stays where it is', async () => {
    const { id } = await startTalking();
    expect((await transfer('dewi', id, { department_id: 999_999 })).status).toBe(422);
    expect((await own('dewi')).joined).toMatchObject({ call_id: id });
  });

  test('cancels invitations that were still ringing', { tags: 'full' }, async () => {
    const { dewi, dial, id } = await startTalking();
    const budi = await atScreen('budi');
    expect((await invite('dewi', id, 'budi')).status).toBe(200);
    const stops = nextEvent(budi, 'daily-hangup');
    const told = nextEvent<RingingInvitation>(dewi, 'call-invitation-ended');
    expect((await transfer('dewi', id, { department_id: app.departmentIds[1] })).status).toBe(200);
    await stops;
    expect(await told).toMatchObject({ outcome: 'over' });
    expect((await pickUp('budi', dial)).body.success).toBe(false);
  });
});

describe('a call with several agents', () => {
  test('goes on with the other when its agent leaves: it is theirs, and the ticket', async () => {
    const { visitor, dial, id } = await startTalking();
    await joinedBy('budi', 'dewi', id);
    expect((await hangUp('dewi', dial.room_name)).body.success).toBe(true);
    expect(await current(visitor)).toMatchObject({ state: 'connected', agent_name: 'Budi Santoso' });
    expect((await ticketOf(dial)).assignee_id).toBe(app.idOf('budi'));
    expect((await participantsSeenBy('budi', id)).body.data).toMatchObject({ agent_id: app.idOf('budi') });
    await hangUp('budi', dial.room_name);
    expect((await current(visitor)).state).toBe('ended');
  });

  test('ends for everybody when the customer leaves', { tags: 'full' }, async () => {
    const { dewi, visitor, dial, id } = await startTalking();
    await joinedBy('budi', 'dewi', id);
    const gone = nextEvent(dewi, 'daily-hangup');
    await app.call('POST', '/api/livechat/calls/end', {
      token: visitor,
      body: { room_name: dial.room_name },
    });
    await gone;
    expect([await activityOf('dewi'), await activityOf('budi')]).toEqual([17, 17]);
    expect((await own('budi')).joined).toBeNull();
    expect((await hangUp('budi', dial.room_name)).body).toEqual({
      success: false,
      message: 'Meeting has ended',
    });
  });
});
