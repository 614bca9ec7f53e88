/** @module-tag full */
import type { RoomCall, RoomDial, Ticket, VisitorCall } from '@trunkline/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { nextEvent, phones } from '../../../../test/telephony/phones.ts';

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

const { ready, pickUp, hangUp } = phones(
  () => app,
  () => widget,
);

/** The default of the settings. */
const REOPENED_WITHIN_MS = 72 * 3_600_000;

let keys = 0;
const newKey = () => `one-case-${(keys += 1)}`;

async function write(visitor: string, question: string): Promise<void> {
  const body = { client_key: newKey(), name: 'Joko', question };
  expect((await app.call('POST', '/api/livechat/chat', { token: visitor, body })).status).toBe(200);
}

async function callIn(visitor: string): Promise<VisitorCall> {
  const body = { client_key: newKey(), kind: 'voice', name: 'Joko' };
  const answer = await app.call('POST', '/api/livechat/calls', { token: visitor, body });
  expect(answer.status).toBe(200);
  return (answer.body as { data: VisitorCall }).data;
}

async function accept(username: 'dewi' | 'budi'): Promise<number> {
  let offer: { conversation_id: number; ticket_id: number } | undefined;
  await expect
    .poll(async () => {
      const { body } = await app.as(username, 'GET', '/api/conversations/offers');
      [offer] = (body as { data: { conversation_id: number; ticket_id: number }[] }).data;
      return offer;
    })
    .toBeDefined();
  await app.as(username, 'POST', `/api/conversations/${offer!.conversation_id}/accept`, {});
  return offer!.ticket_id;
}

async function ticketOf(id: number): Promise<Ticket> {
  const { body } = await app.as('dewi', 'GET', `/api/tickets/${id}`);
  return (body as { data: { ticket: Ticket } }).data.ticket;
}

async function callsOf(id: number): Promise<RoomCall[]> {
  return ((await app.as('dewi', 'GET', `/api/tickets/${id}/calls`)).body as { data: RoomCall[] }).data;
}

describe('one case is one ticket', () => {
  test('a customer who calls from a chat is answered by the agent they chat with, on the same ticket', async () => {
    const dewi = await ready('dewi');
    const visitor = await app.visitor(widget);
    await write(visitor, 'My parcel is lost');
    const ticketId = await accept('dewi');
    // Budi has been idle for longer, and would be rung if it were not for the chat.
    app.clock.advance(60_000);
    const budi = await ready('budi');
    let rangElsewhere = false;
    budi.once('daily-dial', () => (rangElsewhere = true));
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 1 });
    app.clock.advance(60_000);
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });

    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    await callIn(visitor);
    const dial = await rings;
    expect(dial).toMatchObject({ ticket_id: ticketId, media_id: 18 });
    expect(rangElsewhere).toBe(false);
    expect(await pickUp('dewi', dial)).toMatchObject({ body: { success: true } });
    expect(await callsOf(ticketId)).toMatchObject([{ room_name: dial.room_name, state: 'connected' }]);

    const reply = { client_key: newKey(), body: 'I hear you' };
    expect((await app.as('dewi', 'POST', `/api/tickets/${ticketId}/messages`, reply)).status).toBe(200);
    const chat = await app.call('GET', '/api/livechat/chat', { token: visitor });
    expect(JSON.stringify(chat.body)).toContain('I hear you');
    await hangUp('dewi', dial.room_name);
    expect(await ticketOf(ticketId)).toMatchObject({ status: 'open', assignee_id: app.idOf('dewi') });
  });

  test('a customer who writes during a call is answered by the agent they talk to', async () => {
    const dewi = await ready('dewi');
    const visitor = await app.visitor(widget);
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    await callIn(visitor);
    const dial = await rings;
    await pickUp('dewi', dial);
    await write(visitor, 'This is the number of my parcel: 4711');
    const { body } = await app.as('dewi', 'GET', `/api/tickets/${dial.ticket_id}/timeline`);
    expect(JSON.stringify(body)).toContain('4711');
    expect(await ticketOf(dial.ticket_id)).toMatchObject({ assignee_id: app.idOf('dewi') });
    await hangUp('dewi', dial.room_name);
  });

  test('a second call continues the ticket of the first, until that is closed for good', async () => {
    const dewi = await ready('dewi');
    const visitor = await app.visitor(widget);
    const startCall = async (): Promise<number> => {
      await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
      const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
      await callIn(visitor);
      const dial = await rings;
      expect(await pickUp('dewi', dial)).toMatchObject({ body: { success: true } });
      await hangUp('dewi', dial.room_name);
      return dial.ticket_id;
    };
    const first = await startCall();
    expect(await startCall()).toBe(first);
    const solve = async (): Promise<void> => {
      const { version } = await ticketOf(first);
      const { status } = await app.as('dewi', 'POST', `/api/tickets/${first}/solve`, { version });
      expect(status).toBe(200);
    };
    await solve();
    expect(await startCall()).toBe(first);
    expect(await ticketOf(first)).toMatchObject({ status: 'open' });
    await solve();
    app.clock.advance(REOPENED_WITHIN_MS + 60_000);
    expect(await startCall()).not.toBe(first);
  });

  test('a customer who gives the same name does not get to the ticket of somebody else', async () => {
    const dewi = await ready('dewi');
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    await callIn(await app.visitor(widget));
    const dial = await rings;
    const stranger = await app.visitor(widget);
    await write(stranger, 'I am Joko as well');
    const { body } = await app.as('dewi', 'GET', `/api/tickets/${dial.ticket_id}/timeline`);
    expect(JSON.stringify(body)).not.toContain('I am Joko as well');
    await pickUp('dewi', dial);
    await hangUp('dewi', dial.room_name);
  });
});
