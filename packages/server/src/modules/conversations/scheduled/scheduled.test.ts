import type { Message, ScheduledReply, Ticket, TicketNotice, CancelledReply } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';

const HOUR_MS = 3_600_000;
const SOON = { timeout: 15_000, interval: 20 };

let t: TestApp;
let widget: string;
const { data, key } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  widget = await t.widget();
});
afterAll(() => t.close());

/** Creates the ticket of a chat visitor. */
async function chat(): Promise<Ticket> {
  const token = await t.visitor(widget);
  const name = `Visitor ${key()}`;
  const body = { client_key: key(), name, question: 'Where is it?' };
  expect((await t.call('POST', '/api/livechat/chat', { token, body })).status).toBe(200);
  const [ticket] = await data<Ticket[]>('dewi', 'GET', `/api/tickets?q=${encodeURIComponent(name)}`);
  if (!ticket) throw new Error('no ticket of the chat');
  return ticket;
}

type Detail = {
  ticket: Ticket;
  scheduled: ScheduledReply[];
  drafts: { body: string }[];
  conversations: { id: number }[];
};
const detail = ({ id }: Ticket) => data<Detail>('dewi', 'GET', `/api/tickets/${id}`);
const sentBodies = async ({ id }: Ticket) =>
  (await data<Message[]>('dewi', 'GET', `/api/tickets/${id}/timeline`))
    .filter(({ kind, author }) => kind === 'outbound' && author.type === 'user')
    .map(({ body }) => body);
const schedule = ({ id }: Ticket, body: string, more: object = {}) =>
  data<ScheduledReply>('dewi', 'POST', `/api/tickets/${id}/scheduled-replies`, {
    client_key: key(),
    body,
    send: { in_seconds: 5 },
    ...more,
  });
const inAnHour = () => ({ send: { at: new Date(t.clock.now().getTime() + HOUR_MS).toISOString() } });
const draft = ({ id }: Ticket, body: string) =>
  t.as('dewi', 'PUT', `/api/tickets/${id}/draft`, { kind: 'reply', body });
/** As after a restart: finds in the database what is due. */
const recoverPending = () => t.app.modules.conversations.scheduled.recoverPending();

it('goes out at its time and not before, once, and leaves what is being written meanwhile alone', async () => {
  const ticket = await chat();
  await draft(ticket, 'On its way');
  const client_key = key();
  const one = await schedule(ticket, 'On its way', { client_key, ...inAnHour() });
  expect((await schedule(ticket, 'On its way', { client_key, ...inAnHour() })).id).toBe(one.id);
  expect(one).toMatchObject({ state: 'waiting', author: { name: 'Dewi Lestari' } });
  expect(await detail(ticket)).toMatchObject({ scheduled: [{ id: one.id }], drafts: [] });
  await draft(ticket, 'Something else');
  await recoverPending();
  expect(await sentBodies(ticket)).toEqual([]);

  t.clock.advance(HOUR_MS + 1);
  await recoverPending();
  await expect.poll(() => sentBodies(ticket), SOON).toEqual(['On its way']);
  await expect.poll(async () => (await detail(ticket)).scheduled, SOON).toEqual([]);
  expect(await detail(ticket)).toMatchObject({
    ticket: { assignee_id: t.idOf('dewi'), waiting_since: null },
    drafts: [{ body: 'Something else' }],
  });
  await recoverPending();
  expect((await t.as('dewi', 'DELETE', `/api/scheduled-replies/${one.id}`)).body).toMatchObject({
    code: 'conflict',
    details: { reason: 'being_sent' },
  });
  expect(await sentBodies(ticket)).toEqual(['On its way']);
});

it('can be undone by its writer while it is held back, who gets back what was written', async () => {
  const ticket = await chat();
  const { id: place } = (await detail(ticket)).conversations[0] ?? {};
  const one = await schedule(ticket, 'Oops', { conversation_id: place });
  expect((await t.as('budi', 'DELETE', `/api/scheduled-replies/${one.id}`)).status).toBe(404);
  const back = await data<CancelledReply>('dewi', 'DELETE', `/api/scheduled-replies/${one.id}`);
  expect(back).toMatchObject({ body: 'Oops', attachments: [], conversation_id: place });
  t.clock.advance(6_000);
  await recoverPending();
  const kept = await schedule(ticket, 'Right');
  t.clock.advance(6_000);
  await recoverPending();
  await expect.poll(() => sentBodies(ticket), SOON).toEqual(['Right']);
  expect(kept.id).not.toBe(one.id);
});

it('says so when it cannot go at its time, is kept, and goes when it is sent again; then it solves the ticket', async () => {
  const ticket = await chat();
  const one = await schedule(ticket, 'Bye', { ...inAnHour(), solve: true });
  const { pool } = t.platform.db;
  // Leaves only calls on the ticket, by changing the medium of its conversations.
  const changeMedium = (from: number, to: number) =>
    pool.query('update conversations set media_id = $3 where ticket_id = $1 and media_id = $2', [
      ticket.id,
      from,
      to,
    ]);
  await changeMedium(6, 1);
  t.clock.advance(HOUR_MS + 1);
  await recoverPending();
  await expect
    .poll(async () => (await detail(ticket)).scheduled, SOON)
    .toMatchObject([{ id: one.id, state: 'failed', fault: 'conflict' }]);
  const notices = await data<TicketNotice[]>('dewi', 'GET', '/api/notices');
  expect(notices.filter((notice) => notice.ticket.id === ticket.id)).toMatchObject([{ kind: 'unsent' }]);
  expect((await detail(ticket)).ticket.status).toBe('open');

  await changeMedium(1, 6);
  await data('dewi', 'PATCH', `/api/scheduled-replies/${one.id}`, { send: { in_seconds: 0 } });
  await recoverPending();
  await expect.poll(() => sentBodies(ticket), SOON).toEqual(['Bye']);
  await expect.poll(async () => (await detail(ticket)).ticket.status, SOON).toBe('solved');
});

it(
  'tells open pages that it is tried again, and when, so that none goes on to say that it is being sent',
  { tags: 'full' },
  async () => {
    const ticket = await chat();
    const socket = await t.connect('dewi');
    let shown: ScheduledReply[] = [];
    socket.on('scheduled-replies-changed', (event: { ticket_id: number; data: ScheduledReply[] }) => {
      if (event.ticket_id === ticket.id) shown = event.data;
    });
    await socket.emitWithAck('resume', { after: null, topics: [`ticket:${ticket.id}`] });
    const one = await schedule(ticket, 'Fails once');
    await expect.poll(() => shown, SOON).toMatchObject([{ id: one.id, send_at: one.send_at }]);

    const { pool } = t.platform.db;
    await pool.query(`alter table messages add constraint fails check (body <> 'Fails once') not valid`);
    t.clock.advance(6_000);
    await recoverPending();
    const dueIn = () => Date.parse(shown[0]?.send_at ?? one.send_at) - t.clock.now().getTime();
    await expect.poll(dueIn, SOON).toBeGreaterThan(0);
    expect(shown).toMatchObject([{ id: one.id, state: 'waiting' }]);

    await pool.query('alter table messages drop constraint fails');
    t.clock.advance(dueIn() + 1);
    await recoverPending();
    await expect.poll(() => shown, SOON).toEqual([]);
    expect(await sentBodies(ticket)).toEqual(['Fails once']);
    socket.disconnect();
  },
);

it(
  'is what it was when it was cancelled and that is undone: with its time, what it solves, or failed',
  { tags: 'full' },
  async () => {
    const ticket = await chat();
    const { pool } = t.platform.db;
    const rows = async () =>
      (await pool.query('select * from scheduled_replies where ticket_id = $1 order by id', [ticket.id]))
        .rows;
    const one = await schedule(ticket, 'Bye', { ...inAnHour(), solve: true });
    const sendsAt = async () => (await detail(ticket)).ticket.sends_at;
    await expect.poll(sendsAt, SOON).toBe(one.send_at);
    const before = await rows();
    const cancel = () => data<CancelledReply>('dewi', 'DELETE', `/api/scheduled-replies/${one.id}`);
    const restore = () => t.as('dewi', 'POST', `/api/scheduled-replies/${one.id}/restore`, {});
    expect(await restore()).toMatchObject({ status: 409 });
    await cancel();
    expect((await detail(ticket)).scheduled).toEqual([]);
    expect((await t.as('budi', 'POST', `/api/scheduled-replies/${one.id}/restore`, {})).status).toBe(404);
    expect(await restore()).toMatchObject({ status: 200, body: { data: one } });
    expect(await rows()).toEqual(before);
    await expect.poll(sendsAt, SOON).toBe(one.send_at);

    await pool.query(`update scheduled_replies set state = 'failed', fault = 'conflict' where id = $1`, [
      one.id,
    ]);
    const failed = await rows();
    await cancel();
    await restore();
    expect(await rows()).toEqual(failed);
    t.clock.advance(2 * HOUR_MS);
    await recoverPending();
    expect(await sentBodies(ticket)).toEqual([]);

    await pool.query(`update scheduled_replies set state = 'queued', fault = null where id = $1`, [one.id]);
    await cancel();
    await restore();
    await recoverPending();
    await expect.poll(() => sentBodies(ticket), SOON).toEqual(['Bye']);
    await expect.poll(async () => (await detail(ticket)).ticket.status, SOON).toBe('solved');
  },
);

it('goes out with the rights that its writer has by then, on the ticket in which it now stands', async () => {
  const [ticket, other] = [await chat(), await chat()];
  await schedule(ticket, 'After the merge', inAnHour());
  await data('admin', 'POST', `/api/tickets/${other.id}/merge`, { from: [ticket.id], other_customers: true });
  expect((await detail(other)).scheduled).toMatchObject([{ body: 'After the merge', ticket_id: other.id }]);
  t.clock.advance(HOUR_MS + 1);
  await recoverPending();
  await expect.poll(() => sentBodies(other), SOON).toEqual(['After the merge']);

  const lost = await chat();
  await schedule(lost, 'Not mine any more', inAnHour());
  const { pool } = t.platform.db;
  await pool.query('update tickets set department_id = $2, assignee_id = null where id = $1', [
    lost.id,
    t.departmentIds[1],
  ]);
  t.clock.advance(HOUR_MS + 1);
  await recoverPending();
  const stateOf = async () =>
    (await pool.query('select state, fault from scheduled_replies where ticket_id = $1', [lost.id])).rows;
  await expect.poll(stateOf, SOON).toEqual([{ state: 'failed', fault: 'not_found' }]);
});

it('refuses at once what could not be sent now, and times that have passed', async () => {
  const ticket = await chat();
  const refused = async (body: object) =>
    (
      await t.as('dewi', 'POST', `/api/tickets/${ticket.id}/scheduled-replies`, {
        client_key: key(),
        body: 'x',
        ...body,
      })
    ).body;
  expect(await refused({ send: { at: new Date(t.clock.now().getTime() - 1).toISOString() } })).toMatchObject({
    code: 'invalid',
  });
  expect(await refused({ send: { in_seconds: 5 }, html: '<p>x</p>' })).toMatchObject({ code: 'invalid' });
  const file_ids = ['00000000-0000-4000-8000-000000000000'];
  expect(await refused({ send: { in_seconds: 5 }, file_ids })).toMatchObject({ code: 'invalid_reference' });
});
