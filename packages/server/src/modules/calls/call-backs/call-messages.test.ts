import type { Ticket, VisitorCall } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { callersOf } from '../../../../test/telephony/callers.ts';

let app: TestApp;
let callers: ReturnType<typeof callersOf>;
beforeAll(async () => {
  app = await testApp({ rateFactor: 1 });
  callers = callersOf(app, await app.widget());
});
afterEach(() => callers.endAll());
afterAll(() => app.close());

type Message = { client_key: string; body: string; room_name?: string; email?: string };
const leave = (token: string, message: Partial<Message> = {}) =>
  callers.visit(token, 'POST', '/calls/message', {
    client_key: callers.newKey(),
    name: 'Siti',
    body: 'My parcel is lost.\nPlease call.',
    ...message,
  });

/** The department's tickets that wait for a reply and have no assignee, newest first. */
async function waiting(): Promise<Ticket[]> {
  const list = await app.as('dewi', 'GET', '/api/tickets?assignee=none&sort=created');
  return (list.body as { data: Ticket[] }).data.filter(({ waiting_since: since }) => since !== null);
}

async function inboundOf(ticketId: number): Promise<string[]> {
  const line = await app.as('dewi', 'GET', `/api/tickets/${ticketId}/timeline`);
  const { data } = line.body as { data: { kind: string; body: string }[] };
  return data.filter(({ kind }) => kind === 'inbound').map(({ body }) => body);
}

test('a message instead of waiting: the call ends, and the message waits on its ticket, stored once', async () => {
  const { token, room } = await callers.call();
  const message = { client_key: 'message-key-1', room_name: room, email: 'siti@mail.example' };
  expect((await leave(token, message)).status).toBe(200);
  expect((await leave(token, message)).status).toBe(200);
  const own = await callers.visit<VisitorCall>(token, 'GET', '/calls/current');
  expect(own.body.data).toMatchObject({ state: 'ended', end_reason: 'message' });

  const [ticket] = await waiting();
  expect(ticket).toMatchObject({ subject: 'Call from Siti', status: 'open', last_message_by: 'customer' });
  expect(await inboundOf(ticket?.id ?? 0)).toEqual(['My parcel is lost.\nPlease call.']);

  const body = { client_key: 'answer-key-1', body: 'We have found it.' };
  expect((await app.as('dewi', 'POST', `/api/tickets/${ticket?.id}/messages`, body)).status).toBe(200);
  const chat = await callers.visit<{ messages: { body: string }[] }>(token, 'GET', '/chat');
  expect(chat.body.data.messages.map((each) => each.body)).toContain('We have found it.');
});

test('without a call the message gets a ticket of its own, and a repetition is the same one', async () => {
  const before = (await waiting()).length;
  const token = await app.visitor(await app.widget());
  await leave(token, { client_key: 'message-key-2' });
  await leave(token, { client_key: 'message-key-2' });
  const after = await waiting();
  expect(after).toHaveLength(before + 1);
  expect(after[0]?.subject).toBe('My parcel is lost.');
});

test('a customer in a chat writes there', async () => {
  const { token, room } = await callers.call();
  await callers.visit(token, 'POST', '/chat', {
    client_key: 'chat-key-0001',
    name: 'Siti',
    question: 'Hello?',
  });
  await leave(token, { room_name: room });
  const [ticket] = await waiting();
  expect(await inboundOf(ticket?.id ?? 0)).toEqual(['Hello?', 'My parcel is lost.\nPlease call.']);
});

test('it does not end the call of somebody else, nor one that was picked up', async () => {
  const { token, room } = await callers.call();
  expect((await leave(await app.visitor(await app.widget()), { room_name: room })).status).toBe(404);
  const dial = await callers.firstRing<Parameters<typeof callers.pickUp>[1]>('dewi', 'daily-dial');
  await callers.pickUp('dewi', dial);
  expect((await leave(token, { room_name: room })).status).toBe(409);
  const own = await callers.visit<VisitorCall>(token, 'GET', '/calls/current');
  expect(own.body.data.state).toBe('connected');
});

test('an empty message is refused, and so is a flood', async () => {
  const token = await app.visitor(await app.widget());
  expect((await leave(token, { body: ' \n ' })).status).toBe(400);
  const answers: number[] = [];
  for (let n = 0; n < 7; n += 1) answers.push((await leave(token)).status);
  expect(answers.at(-1)).toBe(429);
});

test('if the media server is unreachable no call begins, and all lines are reported as busy', async () => {
  await app.media.close();
  const token = await app.visitor(await app.widget());
  const body = { client_key: callers.newKey(), kind: 'voice', name: 'Siti' };
  expect(await callers.visit(token, 'POST', '/calls', body)).toMatchObject({
    status: 503,
    body: { code: 'lines_busy' },
  });
  expect((await callers.visit(token, 'GET', '/calls/current')).body.data).toBeNull();
  expect((await leave(token)).status).toBe(200);
});
