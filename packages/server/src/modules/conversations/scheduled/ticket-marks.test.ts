/** @module-tag full */
import type { Message, ScheduledReply, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';

const HOUR_MS = 3_600_000;
const SOON = { timeout: 15_000, interval: 20 };

let t: TestApp;
const { data, key, create } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const read = async ({ id }: Ticket) =>
  (await data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${id}`)).ticket;
const listed = async (query: string) =>
  (await data<Ticket[]>('dewi', 'GET', `/api/tickets?status=open,pending,on_hold,solved&${query}`)).map(
    ({ id }) => id,
  );
const write = ({ id }: Ticket, body: string, kind = 'reply') =>
  t.as('dewi', 'PUT', `/api/tickets/${id}/draft`, { kind, body });

it('marks and lists tickets with one’s own drafts only, tells of the first and the last, and follows a merge', async () => {
  const [one, two] = [await create(), await create()];
  const socket = await t.connect('dewi');
  const heard: [number, boolean][] = [];
  socket.on('ticket-draft', (event: { ticket_id: number; has_draft: boolean }) => {
    heard.push([event.ticket_id, event.has_draft]);
  });
  await socket.emitWithAck('resume', { after: null, topics: [] });
  await write(one, 'Dear');
  await write(one, 'Dear Rina');
  await write(one, 'Ask Budi', 'note');
  await t.as('budi', 'PUT', `/api/tickets/${two.id}/draft`, { kind: 'note', body: 'Mine' });
  expect(await data('dewi', 'GET', '/api/tickets/drafts')).toEqual([one.id]);
  expect(await listed('mark=draft')).toEqual([one.id]);
  expect(await listed('mark=draft&assignee=none&q=ticket')).toEqual([one.id]);
  const where = encodeURIComponent(JSON.stringify([{ field: 'subject', op: 'contains', value: 'nothing' }]));
  expect(await listed(`mark=draft&where=${where}`)).toEqual([]);

  await write(one, '');
  expect(await data('dewi', 'GET', '/api/tickets/drafts')).toEqual([one.id]);
  await data('dewi', 'POST', `/api/tickets/${one.id}/notes`, { client_key: key(), body: 'Ask Budi' });
  expect(await listed('mark=draft')).toEqual([]);

  await write(one, 'Hello');
  await data('dewi', 'POST', `/api/tickets/${two.id}/merge`, { from: [one.id] });
  expect(await listed('mark=draft')).toContain(two.id);
  await expect
    .poll(() => heard, SOON)
    .toEqual([
      [one.id, true],
      [one.id, false],
      [one.id, true],
      [two.id, true],
    ]);
});

it('marks what is scheduled, is being tried again or has failed, until it is sent', async () => {
  const widget = await t.widget();
  const token = await t.visitor(widget);
  const name = `Visitor ${key()}`;
  const body = { client_key: key(), name, question: 'Where is it?' };
  expect((await t.call('POST', '/api/livechat/chat', { token, body })).status).toBe(200);
  const [ticket] = await data<Ticket[]>('dewi', 'GET', `/api/tickets?q=${encodeURIComponent(name)}`);
  if (!ticket) throw new Error('no ticket of the chat');
  expect(await listed('mark=unsent')).toEqual([]);

  const at = new Date(t.clock.now().getTime() + HOUR_MS).toISOString();
  const scheduled = await data<ScheduledReply>(
    'dewi',
    'POST',
    `/api/tickets/${ticket.id}/scheduled-replies`,
    {
      client_key: key(),
      body: 'Tomorrow',
      send: { at },
    },
  );
  await expect.poll(async () => (await read(ticket)).sends_at, SOON).toBe(at);
  expect(await listed('mark=unsent')).toEqual([ticket.id]);
  await data('dewi', 'DELETE', `/api/scheduled-replies/${scheduled.id}`);
  await expect.poll(async () => (await read(ticket)).sends_at, SOON).toBeNull();

  const sent = await data<Message>('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, {
    client_key: key(),
    body: 'Here',
  });
  const become = (state: 'queued' | 'sent' | 'failed', failure: string | null) =>
    t.platform.db.transaction((tx) =>
      t.app.modules.tickets.timeline.setOutcome(tx, sent, { state, failure }),
    );
  for (const [state, failure, isUnsent] of [
    ['queued', 'unreachable', true],
    ['sent', null, false],
    ['failed', 'unreachable', true],
  ] as const) {
    await become(state, failure);
    await expect.poll(async () => (await read(ticket)).is_unsent, SOON).toBe(isUnsent);
    expect(await listed('mark=unsent')).toEqual(isUnsent ? [ticket.id] : []);
  }
});
