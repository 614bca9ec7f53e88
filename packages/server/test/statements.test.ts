import { randomUUID } from 'node:crypto';
import type { ConversationOffer } from '@trunkline/contract';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from './app.ts';
import { countStatements, type StatementCounter } from './statements.ts';

let t: TestApp;
let counter: StatementCounter;
let screen: Socket;
let visitor: string;
let ticketId: number;
beforeAll(async () => {
  t = await testApp();
  counter = countStatements();
  screen = await t.connect('dewi');
  await t.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
  visitor = await t.visitor(await t.widget());
  await t.call('POST', '/api/livechat/chat', {
    token: visitor,
    body: { client_key: randomUUID(), name: 'Joko', question: 'Where is my order?' },
  });
  const offers = async () =>
    ((await t.as('dewi', 'GET', '/api/conversations/offers')).body as { data: ConversationOffer[] }).data;
  const offer = await vi.waitFor(async () => {
    const [first] = await offers();
    if (!first) throw new Error('not offered yet');
    return first;
  }, 10_000);
  ticketId = offer.ticket_id;
  await t.as('dewi', 'POST', `/api/conversations/${offer.conversation_id}/accept`, {});
});
afterAll(async () => {
  counter.stop();
  screen.disconnect();
  await t.close();
});

const send = (method: string, address: string, body?: object) => async () => {
  const { status } = await t.as('dewi', method, address, body && { client_key: randomUUID(), ...body });
  expect(status).toBe(200);
};
const draft = () => t.as('dewi', 'PUT', `/api/tickets/${ticketId}/draft`, { kind: 'reply', body: 'Let me' });
const write = () =>
  t.call('POST', '/api/livechat/chat/messages', {
    token: visitor,
    body: { client_key: randomUUID(), body: 'Hello' },
  });

/** What the commonest requests may ask of the database; a write to its socket is their largest cost. Lower it with what is saved. */
it.each<[string, number, number, () => () => Promise<unknown>]>([
  ['the list', 2, 2, () => send('GET', '/api/tickets')],
  ['its counts', 2, 2, () => send('GET', '/api/tickets/counts')],
  ['a search without a result', 7, 4, () => send('GET', '/api/tickets?q=nowhere')],
  ['a ticket', 8, 4, () => send('GET', `/api/tickets/${ticketId}`)],
  ['its conversation', 5, 4, () => send('GET', `/api/tickets/${ticketId}/timeline`)],
  ['its deadlines', 6, 4, () => send('GET', `/api/tickets/${ticketId}/sla`)],
  ['one’s own account', 3, 3, () => send('GET', '/api/user')],
  ['a draft', 6, 5, () => draft],
  ['a note', 12, 5, () => send('POST', `/api/tickets/${ticketId}/notes`, { body: 'Hello' })],
  ['a reply to a chat', 17, 7, () => send('POST', `/api/tickets/${ticketId}/messages`, { body: 'Hello' })],
  ['a message of a visitor', 21, 9, () => write],
])('%s: at most %i statements in %i writes', async (_, most, mostWrites, request) => {
  // The first one fills caches.
  await request()();
  const { statements, writes } = await counter.during(request());
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
  expect(writes, statements.join('\n')).toBeLessThanOrEqual(mostWrites);
});
