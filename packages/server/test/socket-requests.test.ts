import { coreRows } from './cases/core-rows.ts';
import {
  errorBody,
  Media,
  type MediaId,
  signals,
  socketRequests,
  numberedEvents,
  type SocketRequestName,
} from '@trunkline/contract';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { testApp, type TestApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const hostile: unknown[] = [
  undefined,
  null,
  [],
  {},
  'x'.repeat(50_000),
  -1,
  1e300,
  { ticket_id: 999_999, typing: 'no' },
  { ticket_id: "'; drop table users", typing: '<b>' },
  { topic: 'ticket:999999' },
  { topic: 'ticket:1 or 1=1' },
  { topic: 'ticket:-1' },
  { topic: 'everyone' },
  { topic: ['tickets'] },
  { after: -1, topics: ['ticket:999999', 'tickets'] },
  { after: 1e15, topics: [] },
  { after: null, topics: Array.from({ length: 51 }, () => 'tickets') },
  { extension: { toString: 'x' } },
];

describe('connecting', () => {
  async function refusal(query: Record<string, string>): Promise<unknown> {
    return t.connect('dewi', query).then(
      () => 'connected',
      (error: Error & { data?: unknown }) => error.data,
    );
  }

  it('is refused with a code and a sentence when the token is wrong', async () => {
    expect(await refusal({ token: 'wrong' })).toMatchObject({ code: 'session_ended' });
    expect(await refusal({ token: '' })).toMatchObject({ code: 'not_signed_in' });
    expect(await refusal({ token: '1.99999999999999.forged' })).toMatchObject({ code: 'not_signed_in' });
  });

  it('is refused when the token belongs to somebody else', async () => {
    expect(await refusal({ user_id: String(t.idOf('budi')) })).toMatchObject({ code: 'not_signed_in' });
  });

  it('is refused when the socket token has expired', async () => {
    const { body } = await t.as('dewi', 'GET', '/api/auth/socket_token');
    const { token } = body as { token: string };
    expect(await refusal({ token })).toBe('connected');
    t.clock.advance(6 * 60_000);
    expect(await refusal({ token })).toMatchObject({ code: 'session_ended' });
  });
});

describe('every socket request', () => {
  const names = Object.keys(socketRequests) as SocketRequestName[];

  it.each(names)(
    '%s answers bad payloads with a refusal or a valid answer, and the server stays up',
    async (name) => {
      const socket = await t.connect('dewi');
      for (const payload of hostile) {
        const answer: unknown = await socket.timeout(5000).emitWithAck(name, payload);
        const refusal = (answer as { error?: unknown }).error;
        if (refusal) expect(errorBody.parse(refusal).code).not.toBe('internal');
        else (socketRequests[name].answer as z.ZodType).parse(answer);
      }
      socket.disconnect();
    },
  );

  it('refuses a name that does not exist, and one that is flooded', async () => {
    const socket = await t.connect('dewi');
    expect(await socket.emitWithAck('no-such-request', 1)).toMatchObject({ error: { code: 'bad_request' } });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => socket.emitWithAck('mon-user-count')),
    );
    expect(
      answers.some((answer: { error?: { code: string } }) => answer.error?.code === 'too_many_requests'),
    ).toBe(true);
    socket.disconnect();
  });

  it('are answered on connect as section 7 lists them, by acknowledgement and by event', async () => {
    const socket = await t.connect('supervisor');
    const heard = listen(socket);
    for (const name of ['mon-call-count', 'mon-call-duration', 'mon-call-type', 'mon-user-count'] as const) {
      (socketRequests[name].answer as z.ZodType).parse(await socket.emitWithAck(name));
    }
    expect(await socket.emitWithAck('extension-join-room', '2011')).toEqual({ ok: true });
    // They were emitted before the acknowledgement on the same connection, so they have arrived.
    for (const name of [
      'total-mon-call-count',
      'total-mon-call-duration',
      'total-mon-call-type',
      'total-mon-user-count',
      'total-incoming-call',
    ] as const) {
      signals[name].parse(heard.get(name));
    }
    socket.disconnect();
  });
});

describe('without an acknowledgement, as the specification’s client asks', () => {
  const told = {
    'mon-call-count': ['total-mon-call-count', 'total-incoming-call'],
    'mon-call-duration': ['total-mon-call-duration'],
    'mon-call-type': ['total-mon-call-type'],
    'mon-user-count': ['total-mon-user-count'],
    'email-in': ['email-notif'],
    'whatsapp-in': ['whatsapp-notif'],
    'sms-in': ['sms-notif'],
    'livechat-in': ['livechat-notif'],
    'socmed-in': ['socmed-notif'],
    'whatsapp-join-room': ['whatsapp-notif'],
    'livechat-join-room': ['livechat-notif'],
    'socmed-join-room': ['socmed-notif'],
  } as const satisfies Partial<Record<SocketRequestName, readonly string[]>>;
  const payloads: [string, unknown[]][] = [
    ['no payload', []],
    ['null', [null]],
    ['an empty text', ['']],
    ['an empty object', [{}]],
  ];

  it.each(coreRows(2, payloads))('with %s every request tells what it tells', async (_name, args) => {
    const socket = await t.connect('supervisor');
    const heard = listen(socket);
    for (const [name, events] of Object.entries(told)) {
      heard.clear();
      socket.emit(name, ...args);
      for (const event of events) await expect.poll(() => heard.has(event), { message: name }).toBe(true);
    }
    socket.disconnect();
  });

  it('an extension is joined by its number, or as one’s own, and left again', async () => {
    const room = 'extension:ext-dewi';
    for (const args of [['ext-dewi'], [{ extension: 'ext-dewi' }], [], [null], [{}]]) {
      const socket = await t.connect('dewi');
      socket.emit('extension-join-room', ...args);
      await expect.poll(() => t.app.realtime.socketsIn(room).length).toBe(1);
      socket.emit('extension-leave-room', ...args);
      await expect.poll(() => t.app.realtime.socketsIn(room)).toEqual([]);
      socket.disconnect();
    }
  });

  it('topics are watched and left, and somebody who types is told of', async () => {
    const { id } = await openOn(Media.whatsapp);
    const room = `ticket:${id}`;
    const socket = await t.connect('dewi');
    const follower = await t.connect('budi');
    const heard = listen(follower);
    await follower.emitWithAck('watch', { topic: room });
    const watched = async (count: number) =>
      await expect.poll(() => t.app.realtime.socketsIn(room).length).toBe(count + 1);
    socket.emit('watch', { topic: room });
    await watched(1);
    socket.emit('ticket-typing', { ticket_id: id, typing: 'reply' });
    await expect.poll(() => heard.get('ticket-presence')).toMatchObject({ ticket_id: id });
    socket.emit('unwatch', { topic: room });
    await watched(0);
    socket.emit('resume', { after: null, topics: [room] });
    await watched(1);
    socket.emit('resume', { after: null, topics: [] });
    await watched(0);
    for (const payload of [id, { ticket_id: id }]) {
      socket.emit('whatsapp-join-room', payload);
      await watched(1);
      socket.emit('whatsapp-leave-room', payload);
      await watched(0);
    }
    socket.emit('whatsapp-join-room', id);
    await watched(1);
    socket.emit('whatsapp-leave-room');
    await watched(0);
    for (const one of [socket, follower]) one.disconnect();
  });
});

it('an address of more than 8000 characters is refused, by polling and by WebSocket', async () => {
  await expect(t.connect('dewi', { note: 'x'.repeat(8000) })).rejects.toThrow('websocket error');
  const start = '/socket.io/?EIO=4&transport=polling&note=';
  const status = async (length: number) =>
    (await fetch(t.url() + start + 'x'.repeat(length - start.length))).status;
  expect(await status(8000)).toBe(200);
  expect(await status(8001)).toBe(414);
});

describe('channels', () => {
  it('tell one’s counters anew, by acknowledgement and by event', async () => {
    const socket = await t.connect('dewi');
    const heard = listen(socket);
    for (const channel of ['email', 'whatsapp', 'sms', 'livechat'] as const) {
      const answer: unknown = await socket.emitWithAck(`${channel}-in`);
      expect(answer).toEqual({ total: 0 });
      expect(heard.get(`${channel}-notif`)).toEqual(answer);
    }
    const socmed = [
      { media_id: 5, total: 0 },
      { media_id: 13, total: 0 },
    ];
    expect(await socket.emitWithAck('socmed-in')).toEqual(socmed);
    expect(heard.get('socmed-notif')).toEqual(socmed[1]);
    socket.disconnect();
  });

  it('are joined and left for what is written on a ticket of theirs that one may see', async () => {
    const ticket = await openOn(Media.whatsapp);
    const socket = await t.connect('dewi');
    const heard = listen(socket);
    const room = { ticket_id: ticket.id };
    expect(await socket.emitWithAck('livechat-join-room', room)).toMatchObject({
      error: { code: 'not_found' },
    });
    const sarah = await t.connect('sarah');
    expect(await sarah.emitWithAck('whatsapp-join-room', room)).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await socket.emitWithAck('whatsapp-join-room', ticket.id)).toEqual({ ok: true });
    const note = (key: string) =>
      t.as('dewi', 'POST', `/api/tickets/${ticket.id}/notes`, { client_key: key, body: key });
    await note('heard-note-1');
    await expect.poll(() => heard.get('message-added')).toMatchObject({ body: 'heard-note-1' });
    expect(await socket.emitWithAck('whatsapp-leave-room', room)).toEqual({ ok: true });
    const stays = await t.connect('dewi');
    const heardToo = listen(stays);
    await stays.emitWithAck('whatsapp-join-room', room);
    await note('heard-note-2');
    await expect.poll(() => heardToo.get('message-added')).toMatchObject({ body: 'heard-note-2' });
    // The note was sent to all sockets at once, so if this one got it, it has arrived before this answer.
    await socket.emitWithAck('mon-user-count');
    expect(heard.get('message-added')).toMatchObject({ body: 'heard-note-1' });
    for (const one of [socket, sarah, stays]) one.disconnect();
  });
});

describe('tabs', () => {
  it('a second tab is detected, told which is active, and can claim the calls', async () => {
    const first = await t.connect('budi');
    const told = listen(first);
    const second = await t.connect('budi');
    const toldSecond = listen(second);
    second.emit('tab-claim');
    await expect.poll(() => told.get('client-detect-new-tab')).toEqual({ tabs: 2, is_active: false });
    await expect.poll(() => toldSecond.get('client-detect-new-tab')).toEqual({ tabs: 2, is_active: true });
    second.disconnect();
    await expect.poll(() => told.get('client-detect-new-tab')).toEqual({ tabs: 1, is_active: true });
    first.disconnect();
  });

  it('a page that went away while it polled is no tab for long, and one that polls and answers stays', async () => {
    const before = await t.connect('budi');
    const { uri, opts } = before.io as unknown as { uri: string; opts: { query: Record<string, string> } };
    before.disconnect();
    const address = new URL(
      `/socket.io/?${new URLSearchParams({ ...opts.query, EIO: '4', transport: 'polling' }).toString()}`,
      uri,
    );
    const opened = await (await fetch(address)).text();
    address.searchParams.set('sid', (JSON.parse(opened.slice(1)) as { sid: string }).sid);
    await fetch(address, { method: 'POST', body: '40' });
    expect(await (await fetch(address)).text()).toMatch(/^40/);

    let told = new Map<string, unknown>();
    const loaded = await t.connect('budi', {}, (socket) => void (told = listen(socket)));
    await expect.poll(() => told.get('client-detect-new-tab')).toEqual({ tabs: 2, is_active: false });
    t.clock.advance(5000);
    await expect.poll(() => told.get('client-detect-new-tab')).toEqual({ tabs: 1, is_active: true });

    const polling = io(uri, {
      query: opts.query,
      transports: ['polling'],
      forceNew: true,
      reconnection: false,
    });
    await new Promise<void>((resolve) => polling.on('connect', resolve));
    const asked = new Promise<void>((resolve) => {
      polling.io.engine.on('packet', ({ type }) => type === 'ping' && resolve());
    });
    const third = await t.connect('budi');
    await asked;
    // The request follows the answer to the ping on the same connection, so by now the server has that answer.
    await polling.emitWithAck('mon-user-count');
    t.clock.advance(5000);
    await polling.emitWithAck('mon-user-count');
    expect(told.get('client-detect-new-tab')).toEqual({ tabs: 3, is_active: true });
    for (const one of [loaded, polling, third]) one.disconnect();
  });

  it('a line is told at its beginning, because the page behind it may know otherwise from the line before', async () => {
    let told = new Map<string, unknown>();
    const alone = await t.connect('budi', {}, (socket) => void (told = listen(socket)));
    await expect.poll(() => told.get('client-detect-new-tab')).toEqual({ tabs: 1, is_active: true });
    alone.disconnect();
  });
});

describe('events', () => {
  it('match the contract, and only reach who may see them', async () => {
    const dewi = await t.connect('dewi');
    const sarah = await t.connect('sarah');
    for (const socket of [dewi, sarah])
      await socket.emitWithAck('resume', { after: null, topics: ['tickets', 'customers'] });
    const toDewi = listen(dewi);
    const toSarah = listen(sarah);
    const customer = await t.as('dewi', 'POST', '/api/customers', { name: 'Rina' });
    const customerId = (customer.body as { data: { id: number } }).data.id;
    const ticket = {
      client_key: 'events-1',
      customer_id: customerId,
      subject: 'Hello',
      department_id: t.departmentIds[0],
    };
    const { body } = await t.as('dewi', 'POST', '/api/tickets', ticket);
    const { data } = body as { data: { id: number; version: number } };
    await expect.poll(() => toDewi.get('ticket-changed')).toBeDefined();
    numberedEvents['ticket-changed'].parse(toDewi.get('ticket-changed'));
    numberedEvents['customer-changed'].parse(toSarah.get('customer-changed'));
    expect(toSarah.get('ticket-changed')).toBeUndefined();
    expect(await sarah.emitWithAck('watch', { topic: `ticket:${data.id}` })).toMatchObject({
      error: { code: 'not_found' },
    });

    await dewi.emitWithAck('watch', { topic: `ticket:${data.id}` });
    // Under another spelling, the subscription would not be found when her right to watch is withdrawn.
    expect(await dewi.emitWithAck('watch', { topic: `ticket:00${data.id}` })).toMatchObject({
      error: { code: 'invalid' },
    });
    await t.as('dewi', 'POST', `/api/tickets/${data.id}/transfer`, {
      version: data.version,
      department_id: t.departmentIds[1],
      note: 'Yours',
    });
    await expect.poll(() => toSarah.get('ticket-changed')).toBeDefined();
    await expect.poll(() => toDewi.get('ticket-removed')).toEqual({ id: data.id });
    // Dewi had the ticket open; from now on she gets none of its events.
    await sarah.emitWithAck('watch', { topic: `ticket:${data.id}` });
    const present = async () => {
      const answer: unknown = await sarah.emitWithAck('ticket-presence', { ticket_id: data.id });
      return (answer as { users: { id: number }[] }).users.map((user) => user.id);
    };
    await expect.poll(present).toEqual([t.idOf('sarah')]);
    toDewi.clear();
    await t.as('sarah', 'POST', `/api/tickets/${data.id}/notes`, {
      client_key: 'events-note',
      body: 'Not for Dewi',
    });
    // Events come in the order of their numbers: once this one is here, the note would have been.
    await t.as('sarah', 'POST', '/api/customers', { name: 'Fence' });
    await expect.poll(() => toDewi.get('customer-changed')).toMatchObject({ name: 'Fence' });
    expect(toDewi.has('message-added')).toBe(false);
    expect(toSarah.get('message-added')).toMatchObject({ kind: 'note', body: 'Not for Dewi' });
  });
});

describe('watching a ticket', () => {
  it('that moves out of sight while it is looked up ends at once', async () => {
    const customer = await t.as('dewi', 'POST', '/api/customers', { name: 'Moving' });
    const body = {
      client_key: 'moving-ticket',
      customer_id: (customer.body as { data: { id: number } }).data.id,
      subject: 'Moving',
      department_id: t.departmentIds[0],
    };
    const created = await t.as('dewi', 'POST', '/api/tickets', body);
    const { id, version } = (created.body as { data: { id: number; version: number } }).data;
    const move = { version, department_id: t.departmentIds[1] };
    let hasMoved = false;
    // Like the tickets' own topic, but the ticket is transferred right after the right to see it was checked.
    t.app.realtime.watchTopic('ticket', async (viewer, ticketId) => {
      await t.app.modules.tickets.get(viewer, ticketId);
      if (!hasMoved) await t.as('admin', 'POST', `/api/tickets/${ticketId}/transfer`, move);
      hasMoved = true;
      return [`ticket:${ticketId}`];
    });
    const dewi = await t.connect('dewi');
    expect(await dewi.emitWithAck('watch', { topic: `ticket:${id}` })).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(t.app.realtime.socketsIn(`ticket:${id}`)).toEqual([]);
  });
});

async function openOn(media: MediaId): Promise<{ id: number }> {
  const customer = await t.as('dewi', 'POST', '/api/customers', { name: 'Joined' });
  const { id: customerId } = (customer.body as { data: { id: number } }).data;
  return t.platform.db.transaction((tx) =>
    t.app.modules.tickets.open(tx, {
      subject: 'Joined',
      department_id: t.departmentIds[0] ?? 0,
      media_id: media,
      customer_id: customerId,
    }),
  );
}

/** The last payload of each event that this socket heard. */
function listen(socket: Socket): Map<string, unknown> {
  const heard = new Map<string, unknown>();
  socket.onAny((name: string, payload: unknown) => void heard.set(name, payload));
  return heard;
}
