import type { CallBack, JoinCredentials, RoomDial, VisitorCall, VisitorCallBack } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { callersOf } from '../../../../test/telephony/callers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
let callers: ReturnType<typeof callersOf>;
beforeAll(async () => {
  app = await testApp();
  callers = callersOf(app, await app.widget());
});
afterEach(() => callers.endAll());
afterAll(() => app.close());

type CallBackRequest = Partial<{
  at: string | null;
  client_key: string;
  room_name: string;
  phone: string;
  email: string;
}>;

const look = () => app.app.modules.calls.callBacks.look();
const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const ask = (token: string, wish: CallBackRequest = {}) =>
  callers.visit<VisitorCallBack>(token, 'POST', '/call-backs', {
    client_key: callers.newKey(),
    kind: 'voice',
    name: 'Siti',
    at: null,
    ...wish,
  });
const current = async (token: string) =>
  (await callers.visit<VisitorCallBack>(token, 'GET', '/call-backs/current')).body.data;
const callOf = async (token: string) =>
  (await callers.visit<VisitorCall>(token, 'GET', '/calls/current')).body.data;
const answer = (token: string, room: string, accept: boolean) =>
  callers.visit<VisitorCall>(token, 'POST', '/call-backs/answer', { room_name: room, accept });

/** The newest call-back, as the desk gets it. */
async function shown(): Promise<CallBack> {
  const row = await app.platform.db.q
    .selectFrom('call_backs')
    .select(['id', 'ticket_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const answer = await app.as('admin', 'GET', `/api/tickets/${row.ticket_id}/call-backs`);
  const all = (answer.body as { data: CallBack[] }).data;
  return all.find(({ id }) => id === row.id)!;
}

/** A customer who waited asks for a call-back, and it rings at Dewi. */
async function rung(wish: CallBackRequest = {}) {
  const { token, room } = await callers.call();
  await ask(token, { room_name: room, ...wish });
  const dewi = await callers.ready('dewi');
  const rings = callers.next<RoomDial>(dewi, 'daily-dial');
  await look();
  return { token, dewi, dial: await rings };
}

/** The same, and Dewi picks the call up. */
async function calling(wish: CallBackRequest = {}) {
  const ringing = await rung(wish);
  expect(await callers.pickUp('dewi', ringing.dial)).toMatchObject({ body: { success: true } });
  return ringing;
}

describe('a waiting customer asks for a call-back', () => {
  test('their call ends, and the call-back rings at its time and not before', async () => {
    const { token, room } = await callers.call();
    const at = inMs(2 * HOUR_MS);
    const asked = await ask(token, { room_name: room, at, phone: '+62 812 3456 7890' });
    expect(asked).toMatchObject({
      status: 200,
      body: { data: { state: 'waiting', due_at: at, room_name: null } },
    });
    expect(await callOf(token)).toMatchObject({ state: 'ended', end_reason: 'call_back' });
    await look();
    expect(await shown()).toMatchObject({
      state: 'waiting',
      attempts: 0,
      next_at: at,
      phone: '+62 812 3456 7890',
      customer_name: 'Siti',
    });

    app.clock.advance(2 * HOUR_MS + 1000);
    const dewi = await callers.ready('dewi');
    const rings = callers.next<RoomDial>(dewi, 'daily-dial');
    await look();
    const { ticket_id: ticketId } = await shown();
    expect(await rings).toMatchObject({ ticket_id: ticketId, caller: 'Siti', is_call_back: true });
    expect(await shown()).toMatchObject({ state: 'ringing', attempts: 1, next_at: null });
    expect(await callers.told(ticketId)).toEqual(
      expect.arrayContaining(['call_started', 'call_ended', 'call_back_asked', 'call_back_rung', 'offered']),
    );
  });

  test('while it rings at agents the customer notices nothing; once picked up it rings at the customer, who joins', async () => {
    const { token, dial } = await rung();
    expect((await callOf(token)).end_reason).toBe('call_back');
    expect(await current(token)).toMatchObject({ state: 'ringing', room_name: null });

    await callers.pickUp('dewi', dial);
    expect(await current(token)).toMatchObject({
      state: 'calling',
      room_name: dial.room_name,
      agent_name: 'Dewi Lestari',
    });
    expect(await callOf(token)).toMatchObject({ state: 'connected', rings: true });
    const taken = await answer(token, dial.room_name, true);
    expect(taken.body.data).toMatchObject({ rings: false, room_name: dial.room_name });
    const entered = await app.call('POST', `/api/rooms/${dial.room_name}/enter`, {
      body: { token: taken.body.data.token },
    });
    expect(entered.status).toBe(200);
    expect(await shown()).toMatchObject({ state: 'done', user_id: app.idOf('dewi'), reason: null });
    await callers.hangUp('dewi', dial.room_name);
    expect((await shown()).state).toBe('done');
    expect(await callers.told(dial.ticket_id)).toContain('call_back_done');
  });

  test('the customer gets the link in the chat that they come back to', { tags: 'full' }, async () => {
    const { token, dial } = await calling({ email: 'siti@mail.example' });
    const chat = await callers.visit<{ messages: { body: string }[] }>(token, 'GET', '/chat');
    const [message] = chat.body.data.messages;
    const link = /http\S+/.exec(message?.body ?? '')?.[0] ?? '';
    const followed = await app.app.http.app.inject({ method: 'GET', url: new URL(link).pathname });
    const guest = new URL(String(followed.headers['location'])).searchParams.get('t');
    const entered = await app.call('POST', `/api/rooms/${dial.room_name}/enter`, { body: { token: guest } });
    expect(entered.body).toMatchObject({ data: { is_owner: false, user_name: 'Siti' } });
  });

  test('asking twice makes one call-back: the same request, and one that moves it', async () => {
    const token = await app.visitor(await app.widget());
    const wish = { client_key: 'call-back-key-1', at: inMs(HOUR_MS) };
    await ask(token, wish);
    const first = await shown();
    await ask(token, wish);
    const later = inMs(3 * HOUR_MS);
    await Promise.all([ask(token, { at: later }), ask(token, { at: later })]);
    expect(await shown()).toMatchObject({ id: first.id, due_at: later, next_at: later });
  });

  test.each([
    ['a time that is over', { at: new Date(0).toISOString() }],
    ['a time in a month', { at: new Date(Date.now() + 30 * 24 * HOUR_MS).toISOString() }],
    ['no time', { at: 'soon' }],
    ['no telephone number', { phone: 'call me' }],
    ['no address', { email: 'siti' }],
  ])('%s is refused', async (_what, wish) => {
    const token = await app.visitor(await app.widget());
    expect(await ask(token, wish)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await current(token)).toBeNull();
  });
});

describe('nobody picks up', () => {
  test('while no agent is available it waits, and rings at the first who is', async () => {
    const { token, room } = await callers.call();
    await ask(token, { room_name: room });
    await look();
    app.clock.advance(20 * MINUTE_MS);
    await look();
    expect(await shown()).toMatchObject({ state: 'ringing', attempts: 1 });
    expect(await callers.firstRing<RoomDial>('dewi', 'daily-dial')).toMatchObject({ is_call_back: true });
  });

  test(
    'an agent who ignores it is left alone for a while, then it rings again; after a day it is missed',
    { tags: 'full' },
    async () => {
      const { token, dial, dewi } = await rung();
      const stops = callers.next(dewi, 'daily-hangup');
      app.clock.advance(MINUTE_MS + 1);
      await app.app.modules.conversations.endOffers();
      await stops;
      // She is free and signed in, and is still not rung again by the same attempt.
      await callers.ready('dewi');
      app.clock.advance(MINUTE_MS / 2);
      await app.app.modules.conversations.route();
      const own = await app.as('dewi', 'GET', '/api/voip/daily/current');
      expect(own.body).toMatchObject({ data: { ringing: null } });
      app.clock.advance(1.5 * MINUTE_MS);
      await look();
      const rested = await shown();
      expect(rested).toMatchObject({ state: 'waiting', attempts: 1, reason: 'nobody' });
      expect(Date.parse(rested.next_at ?? '')).toBeGreaterThan(app.clock.now().getTime() + 4 * MINUTE_MS);
      expect(await current(token)).toMatchObject({ state: 'waiting', reason: 'nobody' });
      expect(await callers.told(dial.ticket_id)).toContain('call_back_missed');

      app.clock.advance(5 * MINUTE_MS + 1);
      const again = await callers.ready('dewi');
      const second = callers.next<RoomDial>(again, 'daily-dial');
      await look();
      expect((await second).room_name).not.toBe(dial.room_name);
      expect(await shown()).toMatchObject({ state: 'ringing', attempts: 2 });

      app.clock.advance(MINUTE_MS + 1);
      await app.app.modules.conversations.endOffers();
      app.clock.advance(24 * HOUR_MS);
      await look();
      expect(await shown()).toMatchObject({ state: 'missed', reason: 'nobody', next_at: null });
      expect(await current(token)).toMatchObject({ state: 'missed' });
    },
  );

  test('what was due while the server was off for days is missed, and does not ring', async () => {
    const token = await app.visitor(await app.widget());
    await ask(token, { at: inMs(HOUR_MS) });
    app.clock.advance(26 * HOUR_MS);
    await look();
    expect(await shown()).toMatchObject({ state: 'missed', reason: 'nobody', attempts: 0 });
  });
});

describe('call-backs and other events', () => {
  test('two processes that notice the due time ring once', async () => {
    const { token, room } = await callers.call();
    await ask(token, { room_name: room });
    await Promise.all([look(), look(), look()]);
    expect(await shown()).toMatchObject({ state: 'ringing', attempts: 1 });
    const calls = await app.platform.db.q
      .selectFrom('calls')
      .where('direction', '=', 'outbound')
      .where('state', '<>', 'ended')
      .select('id')
      .execute();
    expect(calls).toHaveLength(1);
  });

  test('picked up, cancelled and called by a second agent at the same moment, it has one outcome', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { token, dial } = await rung();
      const { id } = await shown();
      const [picked, cancelled, called] = await Promise.all([
        callers.pickUp('dewi', dial),
        callers.visit(token, 'POST', '/call-backs/cancel', {}),
        app.as('budi', 'POST', `/api/call-backs/${id}/call`, {}),
        look(),
      ]);
      expect([picked.status, cancelled.status, called.status].filter((status) => status >= 500)).toEqual([]);
      const { state } = await shown();
      expect(['calling', 'cancelled', 'missed']).toContain(state);
      const isOn = picked.body.success || called.status === 200;
      expect(state === 'cancelled' ? !isOn : isOn).toBe(true);
      await callers.endAll();
    }
  });

  test(
    'a solved ticket is reopened for the promised call-back, whoever is its assignee',
    { tags: 'full' },
    async () => {
      const { token, room } = await callers.call();
      await ask(token, { room_name: room, at: inMs(HOUR_MS) });
      const { ticket_id: id } = await shown();
      const { body } = await app.as('budi', 'POST', `/api/tickets/${id}/take`, {});
      const { version } = (body as { data: { version: number } }).data;
      expect(await app.as('budi', 'POST', `/api/tickets/${id}/solve`, { version })).toMatchObject({
        status: 200,
      });
      app.clock.advance(HOUR_MS + 1000);
      const dewi = await callers.ready('dewi');
      const rings = callers.next<RoomDial>(dewi, 'daily-dial');
      await look();
      const picked = await callers.pickUp('dewi', await rings);
      expect(picked.body.success).toBe(true);
      const ticket = await app.as('admin', 'GET', `/api/tickets/${id}`);
      expect(ticket.body).toMatchObject({
        data: { ticket: { status: 'open', assignee_id: app.idOf('dewi') } },
      });
    },
  );

  test(
    'it ends when the customer does not come or declines; the agent is free again',
    { tags: 'full' },
    async () => {
      const first = await calling();
      const stops = callers.next<{ room_name: string }>(first.dewi, 'daily-hangup');
      expect((await answer(first.token, first.dial.room_name, false)).status).toBe(200);
      expect(await stops).toEqual({ room_name: first.dial.room_name });
      expect(await shown()).toMatchObject({ state: 'missed', reason: 'declined' });

      const second = await calling();
      await callers.hangUp('dewi', second.dial.room_name);
      expect(await shown()).toMatchObject({ state: 'missed', reason: 'not_reached' });
      expect(await callers.told(second.dial.ticket_id)).toContain('call_back_missed');
    },
  );

  test('a customer who gets through by calling again is not called back', { tags: 'full' }, async () => {
    const { token, room } = await callers.call();
    await ask(token, { room_name: room, at: inMs(HOUR_MS) });
    const dewi = await callers.ready('dewi');
    const rings = callers.next<RoomDial>(dewi, 'daily-dial');
    await callers.visit(token, 'POST', '/calls', {
      client_key: callers.newKey(),
      kind: 'voice',
      name: 'Siti',
    });
    await callers.pickUp('dewi', await rings);
    await expect.poll(shown).toMatchObject({ state: 'cancelled', reason: 'called_again' });
  });

  test('a customer who is in another call at that moment is called a little later', async () => {
    const { token, room } = await callers.call();
    await ask(token, { room_name: room, at: inMs(HOUR_MS) });
    await callers.visit(token, 'POST', '/calls', {
      client_key: callers.newKey(),
      kind: 'voice',
      name: 'Siti',
    });
    app.clock.advance(HOUR_MS + 1000);
    await look();
    const postponed = await shown();
    expect(postponed).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(Date.parse(postponed.next_at ?? '')).toBeGreaterThan(app.clock.now().getTime());
  });
});

describe('a call-back that is no longer wanted', () => {
  test('the customer cancels a waiting one, and a ringing one stops ringing', { tags: 'full' }, async () => {
    const { token, room } = await callers.call();
    await ask(token, { room_name: room, at: inMs(HOUR_MS) });
    const cancelled = await callers.visit<VisitorCallBack>(token, 'POST', '/call-backs/cancel', {});
    expect(cancelled.body.data.state).toBe('cancelled');
    app.clock.advance(HOUR_MS + 1000);
    await look();
    expect(await shown()).toMatchObject({ state: 'cancelled', attempts: 0 });

    const ringing = await rung();
    const stops = callers.next(ringing.dewi, 'daily-hangup');
    await callers.visit(ringing.token, 'POST', '/call-backs/cancel', {});
    await stops;
    expect(await callers.pickUp('dewi', ringing.dial)).toMatchObject({ body: { success: false } });
    expect(await callers.told(ringing.dial.ticket_id)).toContain('call_back_cancelled');
  });

  test('an agent cancels it, once', async () => {
    const token = await app.visitor(await app.widget());
    await ask(token, { at: inMs(HOUR_MS) });
    const { id } = await shown();
    expect((await app.as('sarah', 'POST', `/api/call-backs/${id}/cancel`, {})).status).toBe(404);
    expect(await app.as('dewi', 'POST', `/api/call-backs/${id}/cancel`, {})).toMatchObject({
      status: 200,
      body: { data: { state: 'cancelled' } },
    });
    expect((await app.as('dewi', 'POST', `/api/call-backs/${id}/cancel`, {})).status).toBe(409);
    expect(await current(token)).toMatchObject({ state: 'cancelled' });
  });

  test('nobody can change call-backs of others', { tags: 'full' }, async () => {
    const { token, dial } = await calling();
    const stranger = await app.visitor(await app.widget());
    expect(await current(stranger)).toBeNull();
    await callers.visit(stranger, 'POST', '/call-backs/cancel', {});
    expect((await answer(stranger, dial.room_name, false)).status).toBe(404);
    expect((await ask(stranger, { room_name: dial.room_name })).status).toBe(404);
    expect(await current(token)).toMatchObject({ state: 'calling' });
  });
});

describe('an agent calls back without waiting for the time', () => {
  const callNow = (id: number, username: 'dewi' | 'budi' = 'dewi') =>
    app.as(username, 'POST', `/api/call-backs/${id}/call`, {}) as Promise<{
      status: number;
      body: { data: JoinCredentials; link: string; was_sent: boolean };
    }>;

  test('before it is due, once, and the customer’s widget rings', async () => {
    const { token, room } = await callers.call();
    await ask(token, { room_name: room, at: inMs(HOUR_MS) });
    const { id } = await shown();
    await callers.ready('dewi');
    const first = await callNow(id);
    expect(first).toMatchObject({ status: 200, body: { was_sent: true } });
    expect((await callNow(id)).body.data.call_id).toBe(first.body.data.call_id);
    expect((await callNow(id, 'budi')).status).toBe(409);
    expect(await callOf(token)).toMatchObject({ rings: true, room_name: first.body.data.room_name });
    await answer(token, first.body.data.room_name, true);
    expect(await shown()).toMatchObject({ state: 'done', attempts: 1 });
  });

  test('while it waits for a free agent, and after it was missed', { tags: 'full' }, async () => {
    const { token, room } = await callers.call();
    await ask(token, { room_name: room });
    await look();
    const { id } = await shown();
    const first = await callNow(id, 'budi');
    expect(first.status).toBe(200);
    await callers.hangUp('budi', first.body.data.room_name);
    expect(await shown()).toMatchObject({ state: 'missed', reason: 'not_reached', attempts: 2 });
    const second = await callNow(id);
    expect(second.status).toBe(200);
    expect(await current(token)).toMatchObject({ state: 'calling', agent_name: 'Dewi Lestari' });
  });
});

test(
  'a request at the moment when the call-back begins to ring does not block the ringing, nor the other way round',
  { tags: 'full' },
  async () => {
    const { token, room } = await callers.call();
    await ask(token, { room_name: room });
    await callers.ready('dewi');
    for (let n = 0; n < 12; n += 1) {
      const again = [ask(token), look(), ask(token), look()] as const;
      const [first, , second] = await Promise.all(again);
      expect([first.status, second.status]).toEqual([200, 200]);
      await callers.visit(token, 'POST', '/call-backs/cancel', {});
    }
  },
);
