import { randomUUID } from 'node:crypto';
import { LIMITS, type ListRow, type Message, type RuleRun, type Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { deskOf } from '../../../test/desk.ts';
import { messagingDesk, type MessagingDesk } from '../../../test/messaging/messaging-desk.ts';
import { insertRuleEvents, listTickets } from './queue-store.ts';

const SOON = { timeout: 15_000 };

describe('rules that run while others work', () => {
  let t: TestApp;
  const desk = deskOf(() => t);
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const rule = async (values: object): Promise<number> => {
    const body = { values: { name: randomUUID(), conditions: '[]', ...values }, is_active: true };
    return (await desk.data<ListRow>('admin', 'POST', '/api/settings/automation', body)).id;
  };
  const runsOf = (id: number): Promise<RuleRun[]> =>
    desk.data('admin', 'GET', `/api/automation/runs?rule=${id}&limit=100`);
  const off = (id: number) => sql`delete from automation_rules where id = ${id}`.execute(t.platform.db.q);

  async function chat(question: string) {
    const token = await t.visitor(await t.widget());
    const name = `Joko ${randomUUID()}`;
    const begun = { client_key: randomUUID(), name, question };
    await t.call('POST', '/api/livechat/chat', { token, body: begun });
    const writeAsCustomer = (body: string) =>
      t.call('POST', '/api/livechat/chat/messages', {
        token,
        body: { client_key: randomUUID(), body, file_ids: [] },
      });
    return { writeAsCustomer };
  }

  it('do not wait for a ticket that somebody else has locked', async () => {
    const id = await rule({ trigger: 'ticket_changed', tags_added: 'seen' });
    const [first, second] = [await desk.create(), await desk.create()];
    const client = await t.platform.db.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into automation_queue (ticket_id, kind, facts, rests_until, created_at)
       values ($1, 'ticket_changed', '{"changes":[{"field":"subject","from":"x","to":"y"}]}', now(), now())`,
      [first.id],
    );
    await client.query('commit');
    await client.query('begin');
    await client.query('select 1 from tickets where id = $1 for update', [first.id]);
    const change = { version: second.version, subject: 'Another' };
    await desk.data('admin', 'PATCH', `/api/tickets/${second.id}`, change);
    const seen = async () => (await runsOf(id)).map(({ ticket }) => ticket?.id);
    await expect.poll(seen, SOON).toEqual([second.id]);
    await client.query('rollback');
    client.release();
    await expect.poll(seen, SOON).toEqual([first.id, second.id]);
    await off(id);
  }, 40_000);

  it('handle a customer’s message before a bulk update of many tickets', async () => {
    const [first, second, third, locked] = [
      await desk.create(),
      await desk.create(),
      await desk.create(),
      await desk.create(),
    ];
    const now = t.clock.now();
    const happened = (ticket: Ticket, kind: 'ticket_changed' | 'customer_wrote') => ({
      ticket_id: ticket.id,
      kind,
      facts: {},
    });
    const listed = await t.platform.db.transaction(async ({ q }) => {
      await sql`delete from automation_queue`.execute(q);
      const all = [
        happened(first, 'ticket_changed'),
        happened(second, 'ticket_changed'),
        happened(locked, 'customer_wrote'),
        happened(third, 'customer_wrote'),
        happened(first, 'customer_wrote'),
      ];
      await insertRuleEvents(q, all, { origin: undefined, now });
      const ids = await listTickets(q, { now, without: [locked.id], limit: 10 });
      await sql`delete from automation_queue`.execute(q);
      return ids;
    });
    // The message on the first ticket comes after an earlier change of it.
    expect(listed).toEqual([third.id, first.id, second.id]);
  });

  it(
    'run again for a lively customer an hour after they were stopped',
    { tags: 'full', timeout: 60_000 },
    async () => {
      const id = await rule({ trigger: 'customer_wrote', words: 'lawyer', note: 'Ask Sarah' });
      const { writeAsCustomer } = await chat('My lawyer writes');
      for (let count = 0; count < 22; count += 1) await writeAsCustomer(`lawyer ${count}`);
      const outcomes = async () => (await runsOf(id)).map(({ outcome }) => outcome);
      await expect
        .poll(async () => (await outcomes()).filter((one) => one === 'stopped'), SOON)
        .toHaveLength(1);
      t.clock.advance(61 * 60_000);
      await writeAsCustomer('lawyer again');
      await expect.poll(async () => (await outcomes())[0], SOON).toBe('done');
      await off(id);
    },
  );

  it('write no note longer than a user may', async () => {
    const field = { name: 'Card', key: 'card', entity: 'ticket', kind: 'text', required: 'never' };
    const { id: fieldId } = await desk.data<ListRow>('admin', 'POST', '/api/settings/custom_fields', {
      values: field,
      is_active: true,
    });
    const note = '{{ticket.field.card}}'.repeat(900);
    const id = await rule({ trigger: 'ticket_changed', note });
    const one = await desk.create();
    const change = { version: one.version, fields: { [fieldId]: 'x'.repeat(1000) } };
    await desk.data('admin', 'PATCH', `/api/tickets/${one.id}`, change);
    await expect.poll(async () => (await runsOf(id)).length, SOON).toBeGreaterThan(0);
    const { rows } = await sql<{ n: number }>`
      select max(length(body))::int as n from messages where ticket_id = ${one.id}`.execute(t.platform.db.q);
    expect(rows[0]?.n).toBe(LIMITS.body);
    await off(id);
  }, 40_000);
});

describe('an automatic reply on a ticket that two customers share', () => {
  let d: MessagingDesk;
  beforeAll(async () => {
    d = await messagingDesk();
  });
  afterAll(() => d.close());
  const merge = (into: Ticket, from: Ticket) =>
    d.data('admin', 'POST', `/api/tickets/${into.id}/merge`, { from: [from.id], other_customers: true });

  it(
    'names the customer who wrote, and tells them nothing of the other',
    { tags: 'full', timeout: 40_000 },
    async () => {
      const card = { name: 'Card', key: 'card', entity: 'customer', kind: 'text', required: 'never' };
      await d.data('admin', 'POST', '/api/settings/custom_fields', { values: card, is_active: true });
      const [xaver, yusuf] = [d.meta.phone('628110001111', 'Xaver'), d.meta.phone('628110002222', 'Yusuf')];
      await xaver.send('Hello');
      await yusuf.send('Hello');
      const [own, other] = [await d.ticketOf('Xaver'), await d.ticketOf('Yusuf')];
      await merge(own, other);
      for (const [word, reply] of [
        ['name', 'Dear {{customer.name}}.'],
        ['card', 'Your card: {{customer.field.card}}.'],
      ]) {
        const values = {
          name: randomUUID(),
          trigger: 'customer_wrote',
          words: word,
          reply,
          conditions: '[]',
        };
        await d.data('admin', 'POST', '/api/settings/automation', { values, is_active: true });
      }
      const written = async (): Promise<Message[]> => d.emails(own.id);
      await yusuf.send('My name?');
      await expect.poll(() => yusuf.inbox.map(({ text }) => text), SOON).toEqual(['Dear Yusuf.']);
      await yusuf.send('My card?');
      await expect
        .poll(
          async () => (await d.data<RuleRun[]>('admin', 'GET', '/api/automation/runs?limit=10')).length,
          SOON,
        )
        .toBe(2);
      expect((await written()).filter(({ kind }) => kind === 'outbound')).toHaveLength(1);
    },
  );
});
