import type { Message, ResponseOf, getTicketRelations, Ticket, VisitorMessage } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

type Relations = ResponseOf<typeof getTicketRelations>['data'];

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
const { data, key, customerId, create } = deskOf(() => t);

const note = (id: number, body: string) =>
  data<Message>('dewi', 'POST', `/api/tickets/${id}/notes`, { client_key: key(), body });
const bodies = async (id: number) =>
  (await data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline?limit=100`))
    .filter((entry) => entry.kind !== 'event')
    .map((entry) => entry.body);
const events = async (id: number) =>
  (await data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline?kind=event`)).map(
    ({ event }) => event?.type,
  );
const relations = (id: number, by: Username = 'admin') =>
  data<Relations>(by, 'GET', `/api/tickets/${id}/relations`);
const link = (id: number, ticket_id: number, kind: string, by: Username = 'dewi') =>
  t.as(by, 'POST', `/api/tickets/${id}/links`, { ticket_id, kind });
const split = (id: number, body: object) =>
  t.as('dewi', 'POST', `/api/tickets/${id}/split`, { client_key: key(), subject: 'Another matter', ...body });

describe('links', () => {
  it('stand on both sides, each from its own point of view, and are told on both', async () => {
    const [parent, child] = [await create(), await create()];
    expect((await link(parent.id, child.id, 'child')).status).toBe(200);
    expect((await relations(parent.id)).links).toMatchObject([
      { id: child.id, kind: 'child', status: 'open' },
    ]);
    expect((await relations(child.id)).links).toMatchObject([{ id: parent.id, kind: 'parent' }]);
    // The same link again changes nothing; another kind replaces it.
    await link(parent.id, child.id, 'child');
    await link(parent.id, child.id, 'related');
    expect((await relations(child.id)).links).toMatchObject([{ id: parent.id, kind: 'related' }]);
    expect((await t.as('dewi', 'DELETE', `/api/tickets/${child.id}/links/${parent.id}`)).status).toBe(200);
    expect((await relations(parent.id)).links).toEqual([]);
    expect(await events(child.id)).toEqual(['created', 'linked', 'linked', 'unlinked']);
  });

  it('make no rings, give nobody two parents, and nothing to itself', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await link(a.id, b.id, 'child');
    await link(b.id, c.id, 'child');
    for (const [from, to, kind] of [
      [c.id, a.id, 'child'],
      [a.id, c.id, 'parent'],
      [a.id, c.id, 'child'],
      [a.id, a.id, 'related'],
    ] as const)
      expect(await link(from, to, kind), `${from} ${to} ${kind}`).toMatchObject({
        body: { code: 'conflict' },
      });
    const [d, e] = [await create(), await create()];
    const both = await Promise.all([link(d.id, e.id, 'child'), link(d.id, e.id, 'parent')]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect((await relations(d.id)).links).toHaveLength(1);
  });

  it('to what one may not see cannot be made, and are counted without a word about them', async () => {
    const mine = await create();
    const theirs = await create({ department_id: t.departmentIds[1] }, 'sarah');
    expect(await link(mine.id, theirs.id, 'related')).toMatchObject({ status: 404 });
    expect((await link(mine.id, theirs.id, 'related', 'supervisor')).status).toBe(200);
    expect(await relations(mine.id, 'dewi')).toMatchObject({ links: [], hidden_links: 1 });
    expect(await t.as('sarah', 'GET', `/api/tickets/${mine.id}/relations`)).toMatchObject({ status: 404 });
  });
});

describe('splitting', () => {
  it('makes a ticket of chosen messages, of the same customer, linked both ways', async () => {
    const ticket = await create({ tags: ['parcel'] });
    const [one, two, three] = [
      await note(ticket.id, 'one'),
      await note(ticket.id, 'two'),
      await note(ticket.id, 'three'),
    ];
    const client_key = key();
    const answer = await split(ticket.id, { client_key, message_ids: [one.id, three.id] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { data: part } = answer.body as { data: Ticket };
    expect(part).toMatchObject({
      subject: 'Another matter',
      customer_id: await customerId(),
      tags: ['parcel'],
    });
    expect(await bodies(part.id)).toEqual(['one', 'three']);
    expect(await bodies(ticket.id)).toEqual(['two']);
    expect((await relations(part.id)).links).toMatchObject([{ id: ticket.id, kind: 'related' }]);
    expect(await events(ticket.id)).toEqual(['created', 'split']);
    expect(await events(part.id)).toEqual(['created', 'split_from']);
    // A repeated request, as after a lost response, returns the same ticket.
    const again = await split(ticket.id, { client_key, message_ids: [one.id, three.id] });
    expect((again.body as { data: Ticket }).data.id).toBe(part.id);
    // Messages that were moved already, and events, cannot be split off.
    expect(await split(ticket.id, { message_ids: [one.id] })).toMatchObject({
      body: { code: 'invalid_reference' },
    });
    expect(await split(ticket.id, { message_ids: [two.id, 1] })).toMatchObject({
      body: { code: 'invalid_reference' },
    });
    expect(await bodies(ticket.id)).toEqual(['two']);
  });

  it('takes everything from one message on, and merging it back undoes it', async () => {
    const ticket = await create();
    const written = [];
    for (const body of ['one', 'two', 'three']) written.push(await note(ticket.id, body));
    const { data: part } = (await split(ticket.id, { from_message_id: written[1]?.id })).body as {
      data: Ticket;
    };
    expect(await bodies(ticket.id)).toEqual(['one']);
    expect(await bodies(part.id)).toEqual(['two', 'three']);
    await data('dewi', 'POST', `/api/tickets/${ticket.id}/merge`, { from: [part.id] });
    expect(await bodies(ticket.id)).toEqual(['one', 'two', 'three']);
  });

  it('of a chat leaves the chat where it is, and answers from the new ticket reach the same visitor', async () => {
    const token = await t.visitor(await t.widget());
    const call = async <T>(method: string, path: string, body?: unknown) =>
      ((await t.call(method, path, { token, body })).body as { data: T }).data;
    await call('POST', '/api/livechat/chat', {
      client_key: key(),
      name: 'Putri Ayu',
      question: 'The grinder',
    });
    await call('POST', '/api/livechat/chat/messages', { client_key: key(), body: 'And the invoice' });
    const ticket = (await data<Ticket[]>('admin', 'GET', '/api/tickets')).find(
      (one) => one.customer_name === 'Putri Ayu',
    );
    const id = ticket?.id ?? 0;
    const [, invoice] = (await data<Message[]>('dewi', 'GET', `/api/tickets/${id}/timeline`)).filter(
      ({ kind }) => kind === 'inbound',
    );
    const { data: part } = (await split(id, { message_ids: [invoice?.id] })).body as { data: Ticket };
    expect(part).toMatchObject({ last_message: 'And the invoice', unread: 1 });
    expect(part.waiting_since).not.toBeNull();
    await data('dewi', 'POST', `/api/tickets/${part.id}/messages`, { client_key: key(), body: 'Here it is' });
    await data('dewi', 'POST', `/api/tickets/${id}/messages`, { client_key: key(), body: 'We look at it' });
    type Chat = { chat: { status: string }; messages: VisitorMessage[] };
    const chat = await call<Chat>('GET', '/api/livechat/chat');
    expect(chat.chat.status).toBe('active');
    expect(chat.messages.map(({ body }) => body)).toEqual([
      'The grinder',
      'And the invoice',
      'Here it is',
      'We look at it',
    ]);
    await call('POST', '/api/livechat/chat/messages', { client_key: key(), body: 'Thanks' });
    expect((await bodies(id)).at(-1)).toBe('Thanks');
    expect(await bodies(part.id)).toEqual(['And the invoice', 'Here it is']);
  });
});

describe('following', () => {
  it('is told on the time line once, and the list holds what one follows', async () => {
    const ticket = await create();
    for (let i = 0; i < 2; i += 1)
      await data('budi', 'PUT', `/api/tickets/${ticket.id}/follow`, { follow: true });
    expect((await relations(ticket.id)).follower_ids).toEqual([t.idOf('budi')]);
    const followed = await data<Ticket[]>('budi', 'GET', '/api/tickets?follower=me');
    expect(followed.map(({ id }) => id)).toEqual([ticket.id]);
    expect(await data<Ticket[]>('dewi', 'GET', '/api/tickets?follower=me')).toEqual([]);
    await data('budi', 'PUT', `/api/tickets/${ticket.id}/follow`, { follow: false });
    expect(await events(ticket.id)).toEqual(['created', 'followed', 'unfollowed']);
    expect(await t.as('sarah', 'PUT', `/api/tickets/${ticket.id}/follow`, { follow: true })).toMatchObject({
      status: 404,
    });
  });
});
