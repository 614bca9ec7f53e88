import { randomUUID } from 'node:crypto';
import type { Customer, ResponseOf, Ticket, getTicketCounts } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Chat = { token: string; ticket: Ticket };

async function startChats(count: number): Promise<Chat[]> {
  const key = await t.widget();
  const chats: Chat[] = [];
  for (let n = 0; n < count; n += 1) {
    const token = await t.visitor(key);
    const body = { client_key: randomUUID(), name: `Visitor ${n}`, question: `Question ${randomUUID()}` };
    await t.call('POST', '/api/livechat/chat', { token, body });
    const newest = await t.as('dewi', 'GET', '/api/tickets?sort=created&limit=1');
    const ticket = (newest.body as { data: Ticket[] }).data[0];
    if (!ticket) throw new Error('the chat did not become a ticket');
    chats.push({ token, ticket });
  }
  return chats;
}

async function lastEvent<T>(name: string): Promise<T> {
  const { rows } = await sql<{
    payload: T;
  }>`select payload from events where name = ${name} order by seq desc limit 1`.execute(t.platform.db.q);
  return rows[0]?.payload as T;
}

const write = ({ token }: Chat) =>
  t.call('POST', '/api/livechat/chat/messages', {
    token,
    body: { client_key: randomUUID(), body: 'Hello?' },
  });
const answer = ({ ticket }: Chat) =>
  t.as('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, { client_key: randomUUID(), body: 'Hello!' });

async function waiting(): Promise<number> {
  const { body } = await t.as('dewi', 'GET', '/api/tickets/counts');
  const { data } = body as ResponseOf<typeof getTicketCounts>;
  return data.reduce((sum, count) => sum + count.waiting, 0);
}

it(
  'tells the right number of unread chats last, however many change at the same moment',
  { tags: 'full' },
  async () => {
    const chats = await startChats(5);
    for (const { ticket } of chats) await t.as('dewi', 'POST', `/api/tickets/${ticket.id}/take`, {});
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(chats.map(answer));
      expect(await lastEvent('livechat-notif')).toEqual({ total: 0 });
      await Promise.all(chats.map(write));
      expect(await lastEvent('livechat-notif')).toEqual({ total: 5 });
    }
  },
);

it('counts whose turn is ours: up when the customer writes, down when they are answered or it is solved', async () => {
  const before = await waiting();
  const [one, other] = (await startChats(2)) as [Chat, Chat];
  expect(await waiting()).toBe(before + 2);
  await write(one);
  expect(await waiting()).toBe(before + 2);
  await answer(one);
  expect(await waiting()).toBe(before + 1);
  await write(one);
  expect(await waiting()).toBe(before + 2);
  const { version } = (
    (await t.as('dewi', 'GET', `/api/tickets/${other.ticket.id}`)).body as { data: { ticket: Ticket } }
  ).data.ticket;
  await t.as('dewi', 'POST', `/api/tickets/${other.ticket.id}/solve`, { version });
  expect(await waiting()).toBe(before + 1);
  await t.app.modules.tickets.foldCounts();
  expect(await waiting()).toBe(before + 1);
});

it('tells how many open tickets a customer has when one of them is solved', async () => {
  const [chat] = (await startChats(1)) as [Chat];
  const { version, customer_id: id } = chat.ticket;
  await t.as('dewi', 'POST', `/api/tickets/${chat.ticket.id}/solve`, { version });
  expect(await lastEvent<Customer>('customer-changed')).toMatchObject({
    id,
    open_tickets: 0,
    total_tickets: 1,
  });
});

it('tells lists and pages of tickets when their customer is renamed', async () => {
  const [chat] = (await startChats(1)) as [Chat];
  const socket = await t.connect('dewi');
  const told: string[] = [];
  socket.on('customer-changed', ({ name }: Customer) => told.push(name));
  const rename = async (name: string): Promise<void> => {
    const { body } = await t.as('dewi', 'GET', `/api/customers/${chat.ticket.customer_id}`);
    const { version } = (body as { data: Customer }).data;
    await t.as('dewi', 'PATCH', `/api/customers/${chat.ticket.customer_id}`, { version, name });
  };
  await socket.emitWithAck('resume', { after: null, topics: ['tickets'] });
  await rename('In the list');
  await expect.poll(() => told).toEqual(['In the list']);
  await socket.emitWithAck('resume', { after: null, topics: [`ticket:${chat.ticket.id}`] });
  await rename('On the page');
  await expect.poll(() => told).toEqual(['In the list', 'On the page']);
});

it('tells the counts of the views to whoever comes back, though nothing changes after that', async () => {
  const socket = await t.connect('budi');
  const told = new Promise((resolve) => socket.once('ticket-counts', resolve));
  await socket.emitWithAck('resume', { after: null, topics: ['tickets'] });
  expect(await told).toEqual((await t.as('budi', 'GET', '/api/tickets/counts')).body);
});
