import type { BodyOf, Message, Ticket, ticketCount, TicketNotice, updateTicket } from '@trunkline/contract';
import type { z } from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

const HOUR_MS = 3_600_000;

let t: TestApp;
let widget: string;
const { data, key, create } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  widget = await t.widget();
});
afterAll(() => t.close());

const inHours = (hours: number) => new Date(t.clock.now().getTime() + hours * HOUR_MS).toISOString();
const read = async (id: number) =>
  (await data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${id}`)).ticket;
const patch = (ticket: Ticket, fields: Partial<BodyOf<typeof updateTicket>>, by: Username = 'dewi') =>
  t.as(by, 'PATCH', `/api/tickets/${ticket.id}`, { version: ticket.version, ...fields });
async function snooze(ticket: Ticket, hours = 3): Promise<Ticket> {
  const { status, body } = await patch(ticket, { snoozed_until: inHours(hours) });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: Ticket }).data;
}
const listed = async (query: string) =>
  (await data<Ticket[]>('dewi', 'GET', `/api/tickets?limit=100&${query}`)).map(({ id }) => id);
const noticesOf = async (by: Username, { id }: Ticket) =>
  (await data<TicketNotice[]>(by, 'GET', '/api/notices')).filter(({ ticket }) => ticket.id === id);
async function history({ id }: Ticket) {
  const entries = await data<Message[]>('dewi', 'GET', `/api/tickets/${id}/timeline?kind=event`);
  return entries.flatMap(({ event, author }) =>
    event?.type === 'changed'
      ? event.changes.map(({ field, to }) => `${author.type} ${field} ${to === null ? 'none' : 'set'}`)
      : [],
  );
}
async function counted() {
  await t.app.modules.tickets.foldCounts();
  const counts = await data<z.infer<typeof ticketCount>[]>('dewi', 'GET', '/api/tickets/counts');
  const sum = (part: 'total' | 'mine' | 'waiting' | 'snoozed') =>
    counts.reduce((all, count) => all + count[part], 0);
  return { total: sum('total'), mine: sum('mine'), waiting: sum('waiting'), snoozed: sum('snoozed') };
}
/** A chat visitor who waits for a reply. */
async function createChatVisitor() {
  const token = await t.visitor(widget);
  const write = async (path: string, body: object): Promise<void> => {
    const answer = await t.call('POST', `/api/livechat/chat${path}`, { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const name = `Visitor ${key()}`;
  await write('', { client_key: key(), name, question: 'Where is it?' });
  const [ticket] = await data<Ticket[]>('dewi', 'GET', `/api/tickets?q=${encodeURIComponent(name)}`);
  if (!ticket) throw new Error('no ticket of the chat');
  return { ticket, write: (body: string) => write('/messages', { client_key: key(), body }) };
}

it('leaves the lists of what is to be done, and comes back at its time: marked, told to its owner, with its deadlines as they were', async () => {
  const { ticket: asked } = await createChatVisitor();
  const ticket = await data<Ticket>('dewi', 'POST', `/api/tickets/${asked.id}/take`, {});
  const before = await counted();
  const snoozed = await snooze(ticket);
  expect(snoozed).toMatchObject({
    waiting_since: ticket.waiting_since,
    first_response_due_at: ticket.first_response_due_at,
    resolution_due_at: ticket.resolution_due_at,
  });
  expect(await listed('assignee=me&snoozed=no')).not.toContain(ticket.id);
  expect(await listed('sort=waiting&snoozed=no')).not.toContain(ticket.id);
  expect(await listed('snoozed=only')).toEqual([ticket.id]);
  expect(await listed('')).toContain(ticket.id);
  expect(await counted()).toEqual({
    total: before.total,
    mine: before.mine - 1,
    waiting: before.waiting - 1,
    snoozed: 1,
  });

  await t.app.modules.tickets.snooze.endDue();
  expect(await read(ticket.id)).toMatchObject({ snoozed_until: snoozed.snoozed_until, returned_at: null });

  t.clock.advance(3 * HOUR_MS + 1);
  // Twice, as after a crash.
  for (const _ of [1, 2]) await t.app.modules.tickets.snooze.endDue();
  const back = await read(ticket.id);
  expect(back).toMatchObject({
    snoozed_until: null,
    returned_at: expect.any(String),
    assignee_id: t.idOf('dewi'),
  });
  expect(await noticesOf('dewi', ticket)).toMatchObject([{ kind: 'snooze', count: 1, is_read: false }]);
  expect(await history(ticket)).toEqual([
    'user assignee_id set',
    'user snoozed_until set',
    'system snoozed_until none',
  ]);
  expect(await counted()).toEqual({ ...before, snoozed: 0 });

  // The mark is removed by a reply.
  await data('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, { client_key: key(), body: 'On its way' });
  expect((await read(ticket.id)).returned_at).toBeNull();
});

it('comes back at once when the customer writes, and to whoever snoozed it where nobody has it', async () => {
  const { ticket, write } = await createChatVisitor();
  const { assignee_id } = await snooze(ticket, 48);
  expect(assignee_id).toBeNull();
  await write('Hello?');
  expect(await read(ticket.id)).toMatchObject({ snoozed_until: null, returned_at: expect.any(String) });
  expect(await noticesOf('dewi', ticket)).toMatchObject([{ kind: 'snooze' }]);
});

it('is put back by an undo with every field, and ends with being given to somebody or solved', async () => {
  const ticket = await create({ assignee_id: t.idOf('dewi') });
  const first = await snooze(ticket, 1);
  t.clock.advance(HOUR_MS + 1);
  await t.app.modules.tickets.snooze.endDue();
  const back = await read(ticket.id);
  const again = await snooze(back, 5);
  expect(again.returned_at).toBeNull();
  const undone = await data<Ticket>('dewi', 'POST', `/api/tickets/${ticket.id}/undo`, {
    change: again.version,
    version: again.version,
  });
  expect(undone).toMatchObject({ snoozed_until: null, returned_at: back.returned_at });
  expect(first.snoozed_until).not.toBeNull();

  const given = await snooze(undone, 5);
  const budis = await data<Ticket>('supervisor', 'POST', `/api/tickets/${ticket.id}/assign`, {
    version: given.version,
    assignee_id: t.idOf('budi'),
  });
  expect(budis).toMatchObject({ snoozed_until: null, assignee_id: t.idOf('budi') });
  const solved = await data<Ticket>('dewi', 'POST', `/api/tickets/${ticket.id}/solve`, {
    version: (await snooze(budis, 5)).version,
  });
  expect(solved.snoozed_until).toBeNull();
  expect((await patch(solved, { snoozed_until: inHours(1) })).body).toMatchObject({ code: 'conflict' });
});

it('refuses times that have passed or are too far away, and whoever changed the ticket unseen', async () => {
  const ticket = await create();
  for (const hours of [-1, 24 * 400])
    expect((await patch(ticket, { snoozed_until: inHours(hours) })).body).toMatchObject({
      code: 'invalid',
      details: [{ path: 'snoozed_until' }],
    });
  await snooze(ticket);
  expect((await patch(ticket, { snoozed_until: inHours(9) }, 'budi')).body).toMatchObject({
    code: 'stale',
    details: { changes: [{ field: 'snoozed_until' }] },
  });
});
