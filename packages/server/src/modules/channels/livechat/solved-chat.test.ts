import type { Conversation, Ticket, TicketPresence, VisitorChat, VisitorMessage } from '@trunkline/contract';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';

const HOUR_MS = 3_600_000;
const TYPING_MS = 8000;

let t: TestApp;
let widget: string;
const sockets: Socket[] = [];
const { data, key } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  widget = await t.widget();
  await t.connect('dewi');
  await t.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await t.close();
});

/** A visitor in a chat that Dewi has taken. */
async function startChat() {
  const token = await t.visitor(widget);
  const name = `Visitor ${key()}`;
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await t.call(method, `/api/livechat/chat${path}`, { token, body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return (answer.body as { data: T }).data;
  };
  await ask('POST', '', { client_key: key(), name, question: 'Where is my parcel?' });
  const { rows } = await t.platform.db.pool.query<{ id: number }>(
    'select t.id from tickets t join customers c on c.id = t.customer_id where c.name = $1',
    [name],
  );
  const id = rows[0]?.id ?? 0;
  const read = () =>
    data<{ ticket: Ticket; conversations: Conversation[]; mailed_to: string | null }>(
      'admin',
      'GET',
      `/api/tickets/${id}`,
    );
  await data('dewi', 'POST', `/api/tickets/${id}/take`, {});
  return {
    id,
    token,
    read,
    ask,
    chat: async () => (await ask<{ chat: VisitorChat }>('GET', '')).chat,
    write: (body: string) => ask<VisitorMessage>('POST', '/messages', { client_key: key(), body }),
    solve: async () =>
      data<Ticket>('dewi', 'POST', `/api/tickets/${id}/solve`, { version: (await read()).ticket.version }),
  };
}

const held = async () => {
  const { rows } = await t.platform.db.pool.query<{ count: number }>(
    `select count(*)::int as count from conversations where status = 'active' and agent_id = $1`,
    [t.idOf('dewi')],
  );
  return rows[0]?.count;
};

describe('a chat whose case is solved', () => {
  it('frees its agent at once, takes the next message and a file, and is open again with it', async () => {
    const visitor = await startChat();
    const before = await held();
    await visitor.solve();
    expect(await held()).toBe((before ?? 0) - 1);
    expect(await visitor.chat()).toMatchObject({ status: 'ended', goes_on: true, agent_name: null });
    const form =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhi\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const file = await t.call('POST', '/api/livechat/chat/files', {
      token: visitor.token,
      body: form,
      headers,
    });
    expect(file.status).toBe(200);
    await visitor.write('One more thing');
    const { ticket, conversations } = await visitor.read();
    expect(ticket).toMatchObject({ status: 'open', assignee_id: t.idOf('dewi') });
    expect(conversations.map(({ status }) => status)).toEqual(['ended', 'active']);
    expect(await visitor.chat()).toMatchObject({ status: 'active', goes_on: false });
  });

  it('is live again with the same agent when that is undone', async () => {
    const visitor = await startChat();
    const { version } = await visitor.solve();
    await data('dewi', 'POST', `/api/tickets/${visitor.id}/undo`, { change: version, version });
    expect(await visitor.chat()).toMatchObject({ status: 'active', goes_on: false, agent_name: 'Dewi' });
    const { conversations, ticket } = await visitor.read();
    expect(conversations.map(({ status, ended_at }) => [status, ended_at])).toEqual([['active', null]]);
    expect(ticket).toMatchObject({ status: 'open', unread: 1 });
    expect(ticket.waiting_since).not.toBeNull();
    await visitor.write('Still here');
    expect((await visitor.read()).conversations).toHaveLength(1);
  });

  it(
    'takes no more after the time for that, nor when the visitor has ended it',
    { tags: 'full' },
    async () => {
      const visitor = await startChat();
      await visitor.solve();
      t.clock.advance(73 * HOUR_MS);
      expect(await visitor.chat()).toMatchObject({ status: 'ended', goes_on: false });
      const other = await startChat();
      await t.call('POST', '/api/livechat/chat/end', { token: other.token, body: {} });
      t.clock.advance(1000);
      await other.solve();
      expect(await other.chat()).toMatchObject({ status: 'ended', goes_on: false });
    },
  );
});

describe('that a customer is typing', () => {
  async function typing() {
    const visitor = await startChat();
    const desk = await t.connect('dewi');
    await desk.emitWithAck('resume', { after: null, topics: [`ticket:${visitor.id}`] });
    let last: TicketPresence | undefined;
    let count = 0;
    desk.on('ticket-presence', (presence: TicketPresence) => {
      if (presence.ticket_id !== visitor.id) return;
      last = presence;
      count += 1;
    });
    const socket = io(`${t.url()}/livechat`, {
      auth: { token: visitor.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket, desk);
    const marks = () => [last?.customer_online, last?.customer_typing];
    await expect.poll(marks).toEqual([true, false]);
    socket.emit('typing', { typing: true });
    await expect.poll(marks).toEqual([true, true]);
    return { visitor, socket, marks, receivedEvents: () => count };
  }

  it('ends with the chat, as does that they are there', async () => {
    const { visitor, marks } = await typing();
    await visitor.solve();
    await expect.poll(marks).toEqual([false, false]);
  });

  it('ends by itself unless it is said again', async () => {
    const { socket, marks, receivedEvents } = await typing();
    t.clock.advance(TYPING_MS / 2);
    const before = receivedEvents();
    socket.emit('typing', { typing: true });
    await expect.poll(receivedEvents).toBeGreaterThan(before);
    t.clock.advance(TYPING_MS / 2 + 1000);
    expect(marks()).toEqual([true, true]);
    t.clock.advance(TYPING_MS / 2);
    await expect.poll(marks).toEqual([true, false]);
  });
});

it('whether an answer goes by mail as well is told to whoever writes it, and to the customer, as mail is set up', async () => {
  const token = await t.visitor(widget);
  const body = { client_key: key(), name: 'Siti Aminah', email: 'siti@mail.example', body: 'Please answer' };
  expect((await t.call('POST', '/api/livechat/chat/offline', { token, body })).status).toBe(200);
  const [ticket] = await data<Ticket[]>('admin', 'GET', '/api/tickets?q=Please%20answer');
  const mailedTo = async () => {
    const detail = await data<{ mailed_to: string | null }>('admin', 'GET', `/api/tickets/${ticket?.id}`);
    const settings = (await t.call('GET', `/api/livechat/${widget}`)).body as { data: { can_mail: boolean } };
    return [detail.mailed_to, settings.data.can_mail];
  };
  expect(await mailedTo()).toEqual([null, false]);
  const server = { host: '127.0.0.1', port: 2525, secure: false, username: '', from: 'desk@shop.example' };
  await t.as('admin', 'PATCH', '/api/configs/app', { mail: server });
  expect(await mailedTo()).toEqual(['siti@mail.example', true]);
  const visitor = await startChat();
  expect((await visitor.read()).mailed_to).toBeNull();
});
