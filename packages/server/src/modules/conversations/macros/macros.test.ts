import type { Message, ResponseOf, runMacro, Ticket, VisitorMessage } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

type Done = ResponseOf<typeof runMacro>['data'];

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await t.platform.db.pool.query(`insert into ticket_types (name) values ('Complaint')`);
});
afterAll(() => t.close());
const { data, key, create } = deskOf(() => t);

const macro = async (values: object): Promise<number> =>
  (
    await data<{ id: number }>('admin', 'POST', '/api/settings/macros', {
      values: { name: key(), ...values },
    })
  ).id;
const run = (ticket: Ticket, macro_id: number, by: Username = 'dewi', client_key = key()) =>
  t.as(by, 'POST', `/api/tickets/${ticket.id}/macros`, { macro_id, version: ticket.version, client_key });
const undo = (id: number, by: Username = 'dewi') => t.as(by, 'POST', `/api/macros/runs/${id}/undo`, {});
const timeline = (id: number) => data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline?limit=100`);
const doneBy = (answer: { body: never }) => (answer.body as { data: Done }).data;

describe('a macro', () => {
  it('does all its steps at once, gives the reply to be looked at, and is taken back in one go', async () => {
    const ticket = await create({ tags: ['old', 'kept'] });
    const id = await macro({
      reply: 'Dear {{customer.name}}, about {{ ticket.number }}: {{agent.name}}',
      note: 'Checked with {{customer.name}}',
      status: 'pending',
      assignee: 'me',
      type_id: 1,
      tags_added: 'New, kept ',
      tags_removed: 'old',
    });
    const client_key = key();
    const answer = await run(ticket, id, 'dewi', client_key);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const done = doneBy(answer);
    expect(done).toMatchObject({
      reply: `Dear Rina Hartono, about ${ticket.number}: Dewi Lestari`,
      has_sent: false,
      can_undo: true,
      ticket: { status: 'pending', assignee_id: t.idOf('dewi'), type_id: 1, tags: ['kept', 'new'] },
    });
    const entries = await timeline(ticket.id);
    expect(entries.filter(({ kind }) => kind === 'note').map(({ body }) => body)).toEqual([
      'Checked with Rina Hartono',
    ]);
    expect(entries.map(({ event }) => event?.type)).toEqual(['created', 'macro', undefined, 'changed']);
    // The response was lost, so the request is repeated.
    expect(doneBy(await run(ticket, id, 'dewi', client_key)).run_id).toBe(done.run_id);
    expect((await timeline(ticket.id)).filter(({ kind }) => kind === 'note')).toHaveLength(1);

    expect(await undo(done.run_id, 'budi')).toMatchObject({ status: 404 });
    expect(await undo(done.run_id)).toMatchObject({
      status: 200,
      body: { data: { status: 'open', assignee_id: null, type_id: null, tags: ['old', 'kept'] } },
    });
    expect(await undo(done.run_id)).toMatchObject({ body: { code: 'conflict' } });
  });

  it('says what the fields of the ticket and its customer answer, in the customer’s words, and fills in once', async () => {
    const field = async (name: string, kind: string, more: object = {}) =>
      data<{ id: number }>('admin', 'POST', '/api/settings/custom_fields', {
        values: { name, key: name, entity: 'ticket', kind, required: 'never', options: [], ...more },
      });
    const options = [{ id: '', name: 'Extra large', is_active: true }];
    const [size, due, at, gift] = [
      await field('size', 'choice', { options }),
      await field('due', 'date'),
      await field('at', 'date_time'),
      await field('gift', 'check'),
    ];
    const greeting = await field('greeting', 'line', { entity: 'customer' });
    const { id: customer } = await data<{ id: number }>('dewi', 'POST', '/api/customers', {
      name: '{{agent.name}} {{ticket.number}}',
      language: 'id',
      fields: { [greeting.id]: 'Ibu' },
    });
    const fields = { [size.id]: '1', [due.id]: '2026-08-05', [at.id]: '2026-08-05T07:30:00Z' };
    const ticket = await create({ customer_id: customer, fields });
    const says = (reply: string) => macro({ reply });
    const text =
      '{{customer.field.greeting}} {{customer.name}}: {{ticket.field.size}}, {{ticket.field.due}}, {{ticket.field.at}}, {{ticket.field.gift}}';
    expect(gift.id).toBeGreaterThan(0);
    expect(doneBy(await run(ticket, await says(text))).reply).toBe(
      'Ibu {{agent.name}} {{ticket.number}}: Extra large, 5 Agu 2026, 5 Agu 2026, 07.30, Tidak',
    );
    const unanswered = 'Your {{ticket.field.colour}} one';
    const saved = await t.as('admin', 'POST', '/api/settings/macros', {
      values: { name: key(), reply: unanswered },
    });
    expect(saved).toMatchObject({
      status: 400,
      body: { code: 'invalid', details: [{ path: 'values.reply' }] },
    });
    await field('colour', 'line');
    const sending = await macro({ reply: unanswered, sends_at_once: true, note: 'Not written' });
    const bare = await create({ customer_id: customer });
    expect(await run(bare, sending)).toMatchObject({
      status: 409,
      body: { code: 'conflict', details: { reason: 'variables_left', names: ['colour'] } },
    });
    expect((await timeline(bare.id)).filter(({ kind }) => kind !== 'event')).toEqual([]);
    // In the reply box the variable stays as it is, for the agent to see.
    expect(doneBy(await run(bare, await says(unanswered))).reply).toBe(unanswered);
  });

  it('is refused as a whole when one step is not allowed, or the ticket has changed', async () => {
    const ticket = await create();
    const id = await macro({ note: 'half done', status: 'solved', priority_id: 1 });
    const viewer = await t.app.modules.auth.viewer(await t.signIn('dewi'));
    const codes = new Set(['TICKETS:EDIT', 'TICKETS:NOTE']);
    const wanted = { macro_id: id, version: ticket.version, client_key: key() };
    await expect(
      t.app.modules.conversations.runMacro({ ...viewer, codes }, ticket.id, wanted),
    ).rejects.toMatchObject({ code: 'forbidden', details: { needed: 'TICKETS:SOLVE' } });
    await data('budi', 'PATCH', `/api/tickets/${ticket.id}`, { version: ticket.version, subject: 'Another' });
    expect(await run(ticket, id)).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect((await timeline(ticket.id)).filter(({ kind }) => kind === 'note')).toEqual([]);
  });

  it('is not taken back over what somebody else has done since', async () => {
    const ticket = await create();
    const done = doneBy(await run(ticket, await macro({ status: 'on_hold' })));
    await data('budi', 'PATCH', `/api/tickets/${ticket.id}`, {
      version: done.ticket.version,
      status: 'open',
    });
    expect(await undo(done.run_id)).toMatchObject({ body: { code: 'stale' } });
    t.clock.advance(25 * 3_600_000);
    const late = doneBy(await run(await create(), await macro({ status: 'on_hold' })));
    t.clock.advance(25 * 3_600_000);
    expect(await undo(late.run_id)).toMatchObject({ body: { code: 'conflict' } });
  });

  it('for another department, switched off, or on a ticket out of sight is not run', async () => {
    const ticket = await create();
    const elsewhere = await macro({ department_id: t.departmentIds[1], status: 'pending' });
    expect(await run(ticket, elsewhere)).toMatchObject({ body: { code: 'conflict' } });
    const off = await macro({ status: 'pending' });
    await data('admin', 'PATCH', `/api/settings/macros/${off}`, { version: 1, is_active: false });
    expect(await run(ticket, off)).toMatchObject({ status: 404 });
    expect((await data<{ id: number }[]>('dewi', 'GET', '/api/macros')).map(({ id }) => id)).not.toContain(
      off,
    );
    expect(await run(ticket, await macro({ status: 'pending' }), 'sarah')).toMatchObject({ status: 404 });
  });

  it('that sends at once reaches the customer and solves; taken back, what was sent stays', async () => {
    const token = await t.visitor(await t.widget());
    const chat = { client_key: key(), name: 'Putri Ayu', question: 'Is it open?' };
    await t.call('POST', '/api/livechat/chat', { token, body: chat });
    const [ticket] = (await data<Ticket[]>('admin', 'GET', '/api/tickets')).filter(
      (one) => one.customer_name === 'Putri Ayu',
    );
    if (!ticket) throw new Error('no ticket');
    const id = await macro({ reply: 'Yes, {{customer.name}}', sends_at_once: true, status: 'solved' });
    const done = doneBy(await run(ticket, id));
    expect(done).toMatchObject({
      has_sent: true,
      reply: '',
      ticket: { status: 'solved', waiting_since: null },
    });
    const { body } = await t.call('GET', '/api/livechat/chat', { token });
    const { messages } = (body as { data: { messages: VisitorMessage[] } }).data;
    expect(messages.map((one) => one.body)).toEqual(['Is it open?', 'Yes, Putri Ayu']);
    expect(await undo(done.run_id)).toMatchObject({ body: { data: { status: 'open', solved_at: null } } });
    expect((await timeline(ticket.id)).filter(({ kind }) => kind === 'outbound')).toHaveLength(1);
  });
});
