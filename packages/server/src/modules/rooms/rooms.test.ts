import { createHash } from 'node:crypto';
import { AccessToken } from 'livekit-server-sdk';
import type {
  JoinCredentials,
  RoomCall,
  RoomDial,
  RoomEntry,
  Ticket,
  VisitorCall,
} from '@trunkline/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { nextEvent, phones } from '../../../test/telephony/phones.ts';

let app: TestApp;
let widget: string;

beforeAll(async () => {
  app = await testApp();
  widget = await app.widget();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const username of ['dewi', 'budi'] as const) {
    await app.as(username, 'PUT', '/api/user/activity', { user_activity_id: 1 });
  }
});

const { ready, call, sameCall, pickUp, hangUp, activityOf } = phones(
  () => app,
  () => widget,
);

async function ticketOf(id: number): Promise<Ticket> {
  const { body } = await app.as('admin', 'GET', `/api/tickets/${id}`);
  return (body as { data: { ticket: Ticket } }).data.ticket;
}

const SECRET = 'a secret that is long enough to be taken';

/** Sends a report as the media server does, signed with this secret. */
async function report(body: string, secret: string) {
  const token = new AccessToken('test', secret, { ttl: '5m' });
  token.sha256 = createHash('sha256').update(body).digest('base64');
  return app.app.http.app.inject({
    method: 'POST',
    url: '/api/rooms/events',
    headers: { authorization: await token.toJwt(), 'content-type': 'application/webhook+json' },
    payload: body,
  });
}

describe('a customer calls from the site', () => {
  test('the first free agent rings, picks up, talks and hangs up', async () => {
    const dewi = await ready('dewi');
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    const { visitor, call: own } = await call('voice');
    const dial = await rings;
    expect(dial).toEqual({
      room_name: own.room_name,
      ticket_id: expect.any(Number) as number,
      media_id: 18,
      customer_id: expect.any(Number) as number,
      caller: 'Joko',
    });

    const answer = await pickUp('dewi', dial);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await activityOf('dewi')).toBe(18);
    const seen = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
    expect(seen.body).toMatchObject({ data: { state: 'connected', agent_name: 'Dewi Lestari' } });

    const ended = nextEvent<{ room_name: string }>(dewi, 'daily-hangup');
    expect(await hangUp('dewi', dial.room_name)).toEqual({
      status: 200,
      body: { success: true, message: 'Call ended successfully' },
    });
    expect(await ended).toEqual({ room_name: dial.room_name });
    expect(await activityOf('dewi')).toBe(17);
    const calls = await app.as('dewi', 'GET', `/api/tickets/${dial.ticket_id}/calls`);
    expect((calls.body as { data: RoomCall[] }).data).toMatchObject([
      { state: 'ended', end_reason: 'hung_up', user_id: app.idOf('dewi') },
    ]);
    const line = await app.as('dewi', 'GET', `/api/tickets/${dial.ticket_id}/timeline`);
    const told = (line.body as { data: { event: { type: string } | null }[] }).data.flatMap(
      ({ event }) => event?.type ?? [],
    );
    expect(told).toEqual(expect.arrayContaining(['call_started', 'offered', 'call_answered', 'call_ended']));
    expect(told).not.toContain('chat_started');
  });

  test('somebody without an extension is rung, and is told when it is over', async () => {
    const change = (extension: string) =>
      app.platform.db.pool.query('update users set extension = $1 where id = $2', [
        extension,
        app.idOf('dewi'),
      ]);
    await change('');
    const dewi = await ready('dewi');
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    const { visitor } = await call('voice');
    const { room_name: room } = await rings;
    const over = nextEvent<{ room_name: string }>(dewi, 'daily-hangup');
    await app.call('POST', '/api/livechat/calls/end', { token: visitor, body: { room_name: room } });
    expect(await over).toEqual({ room_name: room });
    await change('ext-dewi');
  });

  test('picking up is the first answer to the customer, and stops its clock; a later one changes nothing', async () => {
    const dewi = await ready('dewi');
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    await call('voice');
    const dial = await rings;
    const ticket = () => ticketOf(dial.ticket_id);
    expect(await ticket()).toMatchObject({ first_response_at: null });
    app.clock.advance(20_000);
    const from = app.clock.now();
    await pickUp('dewi', dial);
    const { created_at: createdAt, first_response_at: answeredAt } = await ticket();
    expect(Date.parse(answeredAt ?? '')).toBeGreaterThanOrEqual(from.getTime());
    expect(Date.parse(answeredAt ?? '') - Date.parse(createdAt)).toBeGreaterThanOrEqual(20_000);
    app.clock.advance(60_000);
    await hangUp('dewi', dial.room_name);
    expect(await ticket()).toMatchObject({ first_response_at: answeredAt });
  });

  test('a video call rings as voip-dial, with media 17', async () => {
    const dewi = await ready('dewi');
    const rings = nextEvent<RoomDial>(dewi, 'voip-dial');
    const { visitor, call: own } = await call('video');
    expect(await rings).toMatchObject({ room_name: own.room_name, media_id: 17 });
    const ended = nextEvent(dewi, 'voip-hangup');
    await app.call('POST', '/api/livechat/calls/end', { token: visitor, body: { room_name: own.room_name } });
    await ended;
    const after = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
    expect(after.body).toMatchObject({ data: { state: 'ended', end_reason: 'abandoned', token: null } });
  });

  test('what is not answered in time rings at the next, and leaves the first idle after a call', async () => {
    const dewi = await ready('dewi');
    const first = nextEvent<RoomDial>(dewi, 'daily-dial');
    const { visitor } = await call();
    const dial = await first;
    // A visitor whose call rings is shown no position in the queue.
    const waits = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
    expect(waits.body).toMatchObject({ data: { state: 'ringing', position: null, expected_wait: null } });
    const stops = nextEvent(dewi, 'daily-hangup');
    app.clock.advance(60_001);
    const budi = await ready('budi');
    const second = nextEvent<RoomDial>(budi, 'daily-dial');
    await app.app.modules.conversations.endOffers();
    await stops;
    expect(await second).toEqual(dial);
    expect(await activityOf('dewi')).toBe(17);
    expect(await pickUp('dewi', dial)).toMatchObject({
      status: 200,
      body: { success: false, message: 'This call no longer rings for you' },
    });
    expect(await pickUp('budi', dial)).toMatchObject({ body: { success: true } });
    expect(await hangUp('dewi', dial.room_name)).toMatchObject({
      status: 200,
      body: { success: false, message: 'This is not your call' },
    });
    expect(await hangUp('budi', dial.room_name)).toMatchObject({ body: { success: true } });
  });

  test('who waits is told the place, and the same key is one call', async () => {
    const { visitor, call: own } = await call();
    const again = await app.call('POST', '/api/livechat/calls', {
      token: visitor,
      body: sameCall(),
    });
    expect(again.body).toMatchObject({ data: { room_name: own.room_name, state: 'waiting', position: 1 } });
    const other = await app.call('POST', '/api/livechat/calls', {
      token: visitor,
      body: { client_key: 'another-key-1', kind: 'voice', name: 'Joko' },
    });
    expect(other.status).toBe(409);
    await app.call('POST', '/api/livechat/calls/end', { token: visitor, body: { room_name: own.room_name } });
  });

  test('a call is rated once, by who made it, after it has ended', async () => {
    const dewi = await ready('dewi');
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    const { visitor, call: own } = await call();
    await pickUp('dewi', await rings);
    const rate = (token: string) =>
      app.call('POST', '/api/livechat/calls/rate', { token, body: { room_name: own.room_name, rating: 4 } });
    expect((await rate(visitor)).status).toBe(409);
    await hangUp('dewi', own.room_name);
    expect((await rate(await app.visitor(widget))).status).toBe(404);
    expect((await rate(visitor)).status).toBe(200);
    expect((await rate(visitor)).status).toBe(409);
  });
});

describe('what is no call of this moment', () => {
  test('an unknown room is an answer; a malformed body and a missing sign-in are refusals', async () => {
    expect(await pickUp('dewi', { room_name: 'nowhere', ticket_id: 1, media_id: 18 })).toEqual({
      status: 200,
      body: { success: false, message: 'This call does not exist' },
    });
    expect(await hangUp('dewi', 'nowhere')).toEqual({
      status: 200,
      body: { success: false, message: 'This call does not exist' },
    });
    const malformed = await app.as('dewi', 'POST', '/api/voip/daily/pickup', { room_name: 5 });
    expect(malformed.status).toBe(400);
    expect((await app.call('POST', '/api/voip/daily/pickup', { body: {} })).status).toBe(401);
  });

  test('an answered call is answered once', async () => {
    const dewi = await ready('dewi');
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    await call();
    const dial = await rings;
    const both = await Promise.all([pickUp('dewi', dial), pickUp('dewi', dial)]);
    expect(both.filter(({ body }) => body.success)).toHaveLength(1);
    expect((await pickUp('budi', dial)).body).toEqual({
      success: false,
      message: 'This call has already been answered',
    });
    await hangUp('dewi', dial.room_name);
    expect((await pickUp('dewi', dial)).body).toEqual({ success: false, message: 'Meeting has ended' });
  });
});

describe('admission to a room', () => {
  const enter = (room: string, token: string) =>
    app.call('POST', `/api/rooms/${room}/enter`, { body: { token } }) as Promise<{
      status: number;
      body: { data: RoomEntry; message: string };
    }>;

  test('opens for who was given a place, and for nobody else', async () => {
    const { visitor, call: own } = await call('voice');
    const token = own.token ?? '';
    const entry = await enter(own.room_name, token);
    expect(entry).toMatchObject({
      status: 200,
      body: { data: { is_owner: false, access: 'full', user_name: 'Joko' } },
    });
    const [text = '', signature = ''] = token.split('.');
    const forged = Buffer.from(
      Buffer.from(text, 'base64url').toString().replace('"o":false', '"o":true'),
    ).toString('base64url');
    expect((await enter(own.room_name, `${forged}.${signature}`)).status).toBe(403);
    expect((await enter(own.room_name, 'nonsense')).status).toBe(403);
    const { call: other } = await call('voice');
    expect((await enter(other.room_name, token)).status).toBe(403);
    const moderate = await app.call('POST', `/api/rooms/${own.room_name}/participants/visitor-1`, {
      body: { token, action: 'eject' },
    });
    expect(moderate.status).toBe(403);
    app.clock.advance(12 * 3_600_000 + 1);
    expect((await enter(own.room_name, token)).status).toBe(403);
    const fresh = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
    await app.call('POST', '/api/livechat/calls/end', { token: visitor, body: { room_name: own.room_name } });
    const late = await enter(own.room_name, (fresh.body as { data: VisitorCall }).data.token ?? '');
    expect(late).toMatchObject({ status: 410, body: { message: 'Meeting has ended' } });
  });
});

describe('what the media server reports', () => {
  test('is taken when it is signed, twice as well as once, and refused when it is forged', async () => {
    const { call: own } = await call();
    const body = JSON.stringify({
      event: 'participant_joined',
      room: { name: own.room_name },
      participant: { identity: 'visitor-1', name: 'Joko' },
    });
    expect((await report(body, SECRET)).statusCode).toBe(200);
    expect((await report(body, SECRET)).statusCode).toBe(200);
    expect((await report(body, 'another secret that nobody has told us')).statusCode).toBe(403);
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const authorization of ['', 'a.b.c', `${unsigned}.e30.`, `Bearer ${unsigned}.e30.`]) {
      const headers = { authorization, 'content-type': 'application/webhook+json' };
      const url = '/api/rooms/events';
      const { statusCode } = await app.app.http.app.inject({ method: 'POST', url, headers, payload: body });
      expect(statusCode).toBe(403);
    }
    const people = await app.platform.db.q
      .selectFrom('call_people as p')
      .innerJoin('calls as c', 'c.id', 'p.call_id')
      .where('c.room_name', '=', own.room_name)
      .select('p.identity')
      .execute();
    expect(people).toHaveLength(1);
  });

  test('who reloads their page is not taken to have left, even when we look just then', async () => {
    const { visitor, call: own } = await call();
    const state = async () => {
      const { body } = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
      return (body as { data: VisitorCall }).data.state;
    };
    const tell = (event: string) =>
      report(
        JSON.stringify({
          event,
          room: { name: own.room_name },
          participant: { identity: 'visitor-1', name: 'Joko' },
        }),
        SECRET,
      );
    app.clock.advance(20_000);
    await tell('participant_joined');
    await tell('participant_left');
    app.clock.advance(11_000);
    await app.app.modules.rooms.reconcile();
    expect(await state()).toBe('waiting');
    app.clock.advance(1000);
    await app.app.modules.rooms.reconcile();
    expect(await state()).toBe('ended');
  });

  test('a caller who has gone ends the call that nobody had answered yet', async () => {
    const { visitor, call: own } = await call();
    app.clock.advance(46_000);
    await app.app.modules.rooms.reconcile();
    const after = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
    expect(after.body).toMatchObject({
      data: { room_name: own.room_name, state: 'ended', end_reason: 'abandoned' },
    });
  });
});

describe('an agent calls out of a conversation', () => {
  test('the customer is sent a link, the agent has a place, and both open the same room', async () => {
    await ready('dewi');
    const token = await app.visitor(widget);
    await app.call('POST', '/api/livechat/chat', {
      token,
      body: { client_key: 'chat-before-call', name: 'Grace', question: 'Can you show me?' },
    });
    const list = await app.as('dewi', 'GET', '/api/tickets?sort=created&limit=1');
    const ticketId = (list.body as { data: { id: number }[] }).data[0]?.id ?? 0;
    const start = () =>
      app.as('dewi', 'POST', `/api/tickets/${ticketId}/calls`, {
        kind: 'video',
        client_key: 'call-out-0001',
      }) as Promise<{ status: number; body: { data: JoinCredentials; link: string; was_sent: boolean } }>;
    const first = await start();
    expect(first).toMatchObject({
      status: 200,
      body: { was_sent: true, data: { kind: 'video', media_id: 17 } },
    });
    expect((await start()).body.data.call_id).toBe(first.body.data.call_id);
    expect(await activityOf('dewi')).toBe(18);

    const chat = await app.call('GET', '/api/livechat/chat', { token });
    const { messages } = (chat.body as { data: { messages: { body: string }[] } }).data;
    // The link is sent once, as a short link; made-up codes lead nowhere.
    const [short = '', ...others] = messages.flatMap(({ body }) => /\/c\/\S+/.exec(body) ?? []);
    expect(short.length).toBeLessThan(40);
    expect(others).toEqual([]);
    const follow = async (url: string) =>
      (await app.app.http.app.inject({ method: 'GET', url })).headers['location'];
    expect(await follow(short)).toMatch(/\/rooms\/[^?]+\?t=./);
    expect(await follow(`${short.slice(0, -1)}${short.endsWith('A') ? 'B' : 'A'}`)).toMatch(/\/rooms\/-$/);
    expect(await follow('/c/nonsense')).toMatch(/\/rooms\/-$/);
    const { room_name: room, token: ownToken } = first.body.data;
    const guest = new URL(first.body.link).searchParams.get('t') ?? '';
    for (const [shown, isOwner] of [
      [ownToken, true],
      [guest, false],
    ] as const) {
      const entry = await app.call('POST', `/api/rooms/${room}/enter`, { body: { token: shown } });
      expect(entry.body).toMatchObject({ data: { is_owner: isOwner } });
    }
    expect((await hangUp('dewi', room)).body.success).toBe(true);
    expect(await activityOf('dewi')).toBe(17);
  });

  test('a customer who cannot be written to is answered when they come into the room', async () => {
    await ready('dewi');
    const other = await app.as('dewi', 'GET', '/api/tickets?sort=created&limit=1');
    const [{ customer_id } = { customer_id: 0 }] = (other.body as { data: Ticket[] }).data;
    const department_id = app.departmentIds[0];
    const ticket = { client_key: 'by-hand-0001', customer_id, subject: 'By telephone', department_id };
    const made = await app.as('dewi', 'POST', '/api/tickets', ticket);
    const { id } = (made.body as { data: Ticket }).data;
    const started = await app.as('dewi', 'POST', `/api/tickets/${id}/calls`, {
      kind: 'voice',
      client_key: 'call-out-0003',
    });
    expect(started.body).toMatchObject({ was_sent: false });
    const { room_name: room } = (started.body as { data: JoinCredentials }).data;
    expect(await ticketOf(id)).toMatchObject({ first_response_at: null });
    app.clock.advance(30_000);
    const from = app.clock.now().getTime();
    const participant = { identity: 'guest-1', name: 'Grace', attributes: { access: 'full' } };
    await report(JSON.stringify({ event: 'participant_joined', room: { name: room }, participant }), SECRET);
    const { first_response_at: answeredAt } = await ticketOf(id);
    expect(Date.parse(answeredAt ?? '')).toBeGreaterThanOrEqual(from);
    await hangUp('dewi', room);
  });

  test('a ticket that one may not see is not called', async () => {
    const { call: own } = await call();
    const row = await app.platform.db.q
      .selectFrom('calls')
      .where('room_name', '=', own.room_name)
      .select('ticket_id')
      .executeTakeFirstOrThrow();
    const answer = await app.as('sarah', 'POST', `/api/tickets/${row.ticket_id}/calls`, {
      kind: 'voice',
      client_key: 'call-out-0002',
    });
    expect(answer.status).toBe(404);
  });
});

test('a client whose line was refused learns the reason through our own port', async () => {
  const refused = await fetch(`${app.url()}/media/rtc/validate?access_token=forged`);
  expect(refused.status).toBe(401);
  expect(await refused.text()).toMatch(/token/);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  const newer = await fetch(`${app.url()}/media/rtc/v1/validate?access_token=forged`);
  expect(newer.status).toBe(401);
});
