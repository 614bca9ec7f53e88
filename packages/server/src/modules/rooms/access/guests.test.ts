import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { AccessToken } from 'livekit-server-sdk';
import type { JoinCredentials, RoomEntry } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import './tables.ts';
import { testApp, type TestApp } from '../../../../test/app.ts';

type Answer<T = { code: string }> = { status: number; body: T };

let app: TestApp;
let widget: string;
let keys = 0;

beforeAll(async () => {
  app = await testApp();
  widget = await app.widget();
  // On a real port, since media tokens are checked on the way to the media server.
  await app.connect('sarah');
});
afterAll(() => app.close());

/** Dewi calls a customer from a chat: she is in the call, and the customer has a link. */
async function begin() {
  keys += 1;
  const token = await app.visitor(widget);
  await app.call('POST', '/api/livechat/chat', {
    token,
    body: { client_key: `chat-before-${keys}`, name: 'Grace', question: 'May my brother join?' },
  });
  const list = await app.as('dewi', 'GET', '/api/tickets?sort=created&limit=1');
  const ticketId = (list.body as { data: { id: number }[] }).data[0]?.id ?? 0;
  const { body } = (await app.as('dewi', 'POST', `/api/tickets/${ticketId}/calls`, {
    kind: 'video',
    client_key: `call-of-guests-${keys}`,
  })) as Answer<{ data: JoinCredentials; link: string }>;
  return {
    id: body.data.call_id,
    room: body.data.room_name,
    owner: body.data.token,
    customer: tokenIn(body.link),
  };
}

const tokenIn = (link: string) => new URL(link).searchParams.get('t') ?? '';
const hangUp = (room: string) =>
  app.as('dewi', 'DELETE', '/api/voip/daily/hangup', { room_name: room, user_level_id: 1 });
const linkAs = (username: 'dewi' | 'budi', id: number) =>
  app.as(username, 'POST', `/api/calls/${id}/guests`, {}) as Promise<Answer<{ link: string }>>;
const enter = (room: string, token: string, joinId?: string) =>
  app.call('POST', `/api/rooms/${room}/enter`, {
    body: { token, ...(joinId && { join_id: joinId }) },
  }) as Promise<Answer<{ data: RoomEntry; code: string }>>;
type AdmissionDecision = string | { action: 'permit'; permissions: object };
const moderate = (room: string, identity: string, token: string, ruling: AdmissionDecision) =>
  app.call('POST', `/api/rooms/${room}/participants/${identity}`, {
    body: { token, ...(typeof ruling === 'string' ? { action: ruling } : ruling) },
  }) as Promise<Answer>;

/** Reports to us, as the media server does, that somebody has joined. */
async function report(room: string, identity: string, attributes = {}) {
  const body = JSON.stringify({
    event: 'participant_joined',
    room: { name: room },
    participant: { identity, name: 'Budi', attributes },
  });
  const token = new AccessToken('test', 'a secret that is long enough to be taken', { ttl: '5m' });
  token.sha256 = createHash('sha256').update(body).digest('base64');
  const answer = await app.app.http.app.inject({
    method: 'POST',
    url: '/api/rooms/events',
    headers: { authorization: await token.toJwt(), 'content-type': 'application/webhook+json' },
    payload: body,
  });
  expect(answer.statusCode).toBe(200);
}

/** Stores that an owner has admitted them. */
const admitGuest = (callId: number, identity: string) =>
  app.platform.db.q
    .insertInto('call_rulings')
    .values({ call_id: callId, identity, ruling: 'admitted', ruled_by: 'dewi', ruled_at: new Date() })
    .execute();

/** Opens a web socket to the media server with a media token, without asking for admission first. */
async function openLine(token: string, query = ''): Promise<{ statusCode: number; socket?: Socket }> {
  const request = http.get(`${app.url()}/media/rtc?access_token=${token}${query}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  });
  const [{ statusCode = 0 }, socket] = (await Promise.race([
    once(request, 'upgrade'),
    once(request, 'response'),
  ])) as [http.IncomingMessage, Socket?];
  return { statusCode, ...(socket && { socket: socket.on('error', () => undefined) }) };
}

/** The status codes that the bearer of a media token gets at our port. */
async function show(token: string): Promise<number> {
  const { statusCode, socket } = await openLine(token);
  socket?.destroy();
  const asked = await fetch(`${app.url()}/media/rtc/validate?access_token=${token}`);
  expect(asked.status).toBe(statusCode === 101 ? 200 : statusCode);
  return statusCode;
}

const people = (callId: number) =>
  app.platform.db.q
    .selectFrom('call_people')
    .where('call_id', '=', callId)
    .select(['identity', 'role', 'left_at'])
    .execute();

describe('a link for a guest', () => {
  test('is for one, opens the lobby and no more, and is given by whoever is in the call', async () => {
    const { id, room } = await begin();
    const first = await linkAs('dewi', id);
    const second = await linkAs('dewi', id);
    expect(first.status).toBe(200);
    const entries = await Promise.all([first, second].map(({ body }) => enter(room, tokenIn(body.link))));
    for (const { body } of entries) expect(body.data).toMatchObject({ access: 'lobby', is_owner: false });
    expect(new Set(entries.map(({ body }) => body.data.identity)).size).toBe(2);
    expect((await linkAs('budi', id)).status).toBe(404);
    expect((await linkAs('dewi', 999_999)).status).toBe(404);
    await hangUp(room);
    expect((await linkAs('dewi', id)).status).toBe(410);
    expect((await enter(room, tokenIn(first.body.link))).status).toBe(410);
  });

  test(
    'has a session of its own for each join, and the same one after a break',
    { tags: 'full' },
    async () => {
      const { id, room } = await begin();
      const token = tokenIn((await linkAs('dewi', id)).body.link);
      const other = tokenIn((await linkAs('dewi', id)).body.link);
      const [one, two] = [randomUUID(), randomUUID()];
      const sessionOf = async (by: string, joinId?: string) =>
        (await enter(room, by, joinId)).body.data.session_id;
      const first = await sessionOf(token, one);
      expect(await sessionOf(token, one)).toBe(first);
      expect(await sessionOf(token, two)).not.toBe(first);
      expect(await sessionOf(token)).not.toBe(first);
      // The same join id in the token of somebody else gives another session.
      expect(await sessionOf(other, one)).not.toBe(first);
      await hangUp(room);
    },
  );

  test('lets nobody decide about others: not a guest, not the customer', async () => {
    const { id, room, customer } = await begin();
    const guest = tokenIn((await linkAs('dewi', id)).body.link);
    const { identity } = (await enter(room, guest)).body.data;
    for (const token of [guest, customer, 'nonsense']) {
      for (const action of ['admit', 'refuse', 'eject', 'restore', 'mute-audio', 'permit']) {
        expect((await moderate(room, identity, token, action)).status, action).toBe(403);
      }
    }
    expect((await enter(room, guest)).body.data.access).toBe('lobby');
    await hangUp(room);
  });

  test('leaves no trace of its guest in the call’s history until they are admitted', async () => {
    const { id, room } = await begin();
    await report(room, 'invitee-1', { access: 'lobby' });
    expect(await people(id)).toEqual([]);
    await admitGuest(id, 'invitee-1');
    await report(room, 'invitee-1', { access: 'full' });
    expect(await people(id)).toMatchObject([{ identity: 'invitee-1', role: 'guest' }]);
    await hangUp(room);
  });
});

describe('a guest who was removed', () => {
  test('stays out with the same token until it is taken back, whatever they ask for', async () => {
    const { id, room, owner } = await begin();
    const guest = tokenIn((await linkAs('dewi', id)).body.link);
    const { identity } = (await enter(room, guest)).body.data;
    expect((await moderate(room, identity, owner, 'eject')).status).toBe(404);
    await admitGuest(id, identity);
    await report(room, identity);
    expect((await moderate(room, identity, owner, 'eject')).status).toBe(200);
    expect(await enter(room, guest)).toMatchObject({ status: 403, body: { code: 'removed_from_call' } });
    for (const [address, body] of [
      ['me', { user_name: 'Somebody else' }],
      ['data', { data: {}, merge: 'replace' }],
    ] as const) {
      const answer = (await app.call('POST', `/api/rooms/${room}/${address}`, {
        body: { token: guest, ...body },
      })) as Answer;
      expect(answer.body.code).toBe('removed_from_call');
    }
    expect((await moderate(room, identity, owner, 'restore')).status).toBe(200);
    expect((await enter(room, guest)).body.data.access).toBe('lobby');
    await hangUp(room);
  });

  test(
    'is not counted as a participant when an old media token brings them back',
    { tags: 'full' },
    async () => {
      const { id, room, owner } = await begin();
      await admitGuest(id, 'invitee-1');
      await report(room, 'invitee-1');
      await moderate(room, 'invitee-1', owner, 'eject');
      await app.platform.db.q.updateTable('call_people').set({ left_at: new Date() }).execute();
      await report(room, 'invitee-1');
      expect((await people(id)).filter(({ left_at: leftAt }) => leftAt === null)).toEqual([]);
      await hangUp(room);
    },
  );

  test('comes no further than the lobby with a media token from before, also when it was taken back', async () => {
    const { id, room, owner } = await begin();
    const guest = tokenIn((await linkAs('dewi', id)).body.link);
    const { identity } = (await enter(room, guest)).body.data;
    await admitGuest(id, identity);
    const { access, media: before } = (await enter(room, guest)).body.data;
    expect(access).toBe('full');
    expect(await show(before.token)).toBe(101);
    await report(room, identity, { access });
    await moderate(room, identity, owner, 'eject');
    expect(await show(before.token)).toBe(401);
    await moderate(room, identity, owner, 'restore');
    expect(await show(before.token)).toBe(401);
    const after = (await enter(room, guest)).body.data;
    expect(after.access).toBe('lobby');
    expect(await show(after.media.token)).toBe(101);
    // A LiveKit server on another machine does not ask for admission: people from the lobby who join there are removed, and do
    // not count as in the call.
    await app.platform.db.q.updateTable('call_people').set({ left_at: new Date() }).execute();
    await report(room, identity, { access: 'full' });
    expect((await people(id)).filter(({ left_at: leftAt }) => leftAt === null)).toEqual([]);
    await hangUp(room);
  });

  test('nor does anybody with a media token of a call that has ended, or none of ours', async () => {
    const { room, owner, customer } = await begin();
    const tokens = await Promise.all(
      [owner, customer].map(async (token) => (await enter(room, token)).body.data.media.token),
    );
    expect(await Promise.all(tokens.map(show))).toEqual([101, 101]);
    await hangUp(room);
    expect(await Promise.all([...tokens, 'forged'].map(show))).toEqual([401, 401, 401]);
  });

  test('is never the agent whose call it is, nor oneself; and nobody is let in who does not wait', async () => {
    const { room, owner } = await begin();
    const own = `user-${app.idOf('dewi')}`;
    await report(room, own);
    expect((await moderate(room, own, owner, 'eject')).status).toBe(403);
    expect((await moderate(room, 'invitee-9', owner, 'admit')).status).toBe(404);
    expect((await enter(room, owner)).status).toBe(200);
    await hangUp(room);
  });
});

describe('a permission that was revoked', () => {
  test(
    'is not theirs again with a media token from before, unless they go on with the place they have',
    { tags: 'full' },
    async () => {
      const { room, owner, customer } = await begin();
      const before = (await enter(room, customer)).body.data;
      const { socket } = await openLine(before.media.token);
      const permit = (permissions: object) =>
        moderate(room, before.identity, owner, { action: 'permit', permissions }).then(
          ({ status }) => status,
        );
      expect(await permit({ canAdmin: true })).toBe(200);
      const asAdmin = (await enter(room, customer)).body.data.media.token;
      expect((await moderate(room, 'invitee-9', customer, 'restore')).status).toBe(200);
      expect(await permit({ canAdmin: false, canSend: false })).toBe(200);
      expect((await moderate(room, 'invitee-9', customer, 'restore')).status).toBe(403);
      expect(await Promise.all([before.media.token, asAdmin].map(show))).toEqual([401, 401]);
      const back = await openLine(before.media.token, '&reconnect=1');
      expect(back.statusCode).toBe(101);
      expect(await show((await enter(room, customer)).body.data.media.token)).toBe(101);
      for (const line of [socket, back.socket]) line?.destroy();
      await hangUp(room);
    },
  );

  test('nor does a media token from before end a hold', { tags: 'full' }, async () => {
    const { id, room, customer } = await begin();
    const before = (await enter(room, customer)).body.data.media.token;
    const hold = (isHeld: boolean) => app.as('dewi', 'POST', `/api/calls/${id}/hold`, { is_held: isHeld });
    await hold(true);
    expect(await show(before)).toBe(401);
    expect(await show((await enter(room, customer)).body.data.media.token)).toBe(101);
    await hold(false);
    expect(await show(before)).toBe(101);
    await hangUp(room);
  });

  test('nor may a guest who waits in the lobby decide about anybody, whatever they may do inside', async () => {
    const { id, room, owner } = await begin();
    const guest = tokenIn((await linkAs('dewi', id)).body.link);
    const { identity, media } = (await enter(room, guest)).body.data;
    const { socket } = await openLine(media.token);
    const given = await moderate(room, identity, owner, {
      action: 'permit',
      permissions: { canAdmin: true },
    });
    expect(given.status).toBe(200);
    expect((await moderate(room, identity, guest, 'admit')).status).toBe(403);
    socket?.destroy();
    await hangUp(room);
  });
});

test(
  'what somebody says of themselves is refused where nobody could read it, and is no fault of ours',
  { tags: 'full' },
  async () => {
    const { room, customer } = await begin();
    const { media } = (await enter(room, customer)).body.data;
    const { socket } = await openLine(media.token);
    const say = async (address: string, body: string) => {
      const answer = await app.app.http.app.inject({
        method: 'POST',
        url: `/api/rooms/${room}/${address}`,
        headers: { 'content-type': 'application/json' },
        payload: `{"token":"${customer}",${body}}`,
      });
      return answer.statusCode;
    };
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    expect(await say('me', `"user_data":"${'y'.repeat(9000)}"`)).toBe(413);
    expect(await say('me', `"user_data":${deep}`)).toBe(400);
    expect(await say('data', `"merge":"replace","data":${deep}`)).toBe(400);
    expect(await say('me', '"user_data":{"seat":4}')).toBe(200);
    expect(await say('me', '"request_access":""')).toBe(200);
    socket?.destroy();
    await hangUp(room);
  },
);

test('a guest does not keep the call alive: it ends when its agent has left', async () => {
  const { id, room } = await begin();
  await admitGuest(id, 'invitee-1');
  await report(room, 'invitee-1');
  app.clock.advance(46_000);
  await app.app.modules.rooms.reconcile();
  const call = () =>
    app.platform.db.q.selectFrom('calls').where('id', '=', id).select('state').executeTakeFirstOrThrow();
  // The agent got a token and never joined, which ends the call.
  expect((await call()).state).toBe('ended');
  expect(await people(id)).toMatchObject([{ identity: 'invitee-1', left_at: expect.any(String) as string }]);
  await hangUp(room);
});

describe('how a call was', () => {
  const rate = (room: string, body: object) =>
    app.call('POST', `/api/rooms/${room}/rate`, { body }) as Promise<Answer>;

  test('is said by the customer who came by a link, once, and only when it has ended', async () => {
    const { id, room, customer, owner } = await begin();
    const guest = tokenIn((await linkAs('dewi', id)).body.link);
    const kind = { token: customer, rating: 4, comment: 'Quick and kind' };
    expect(await rate(room, kind)).toMatchObject({ status: 409 });
    await hangUp(room);
    for (const token of [owner, guest, 'made up'])
      expect((await rate(room, { ...kind, token })).status).toBe(403);
    const other = await begin();
    expect((await rate(other.room, kind)).status).toBe(403);
    await hangUp(other.room);
    expect((await rate(room, { ...kind, rating: 6 })).status).toBe(400);
    const twice = await Promise.all([rate(room, kind), rate(room, { ...kind, rating: 1 })]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const rated = await app.platform.db.q
      .selectFrom('calls')
      .where('id', '=', id)
      .select(['rating', 'rating_comment'])
      .executeTakeFirst();
    expect(rated?.rating_comment).toBe('Quick and kind');
  });
});
