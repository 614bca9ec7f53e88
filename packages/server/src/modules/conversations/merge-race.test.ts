import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Media, type Customer, type Message, type Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db';
import { testApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Answer = { status: number; body: unknown };
async function data<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await t.as('dewi', method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { data: T }).data;
}
const person = (body: object): Promise<Customer> => data('POST', '/api/customers', body);
const customerOf = (id: number): Promise<Customer> => data('GET', `/api/customers/${id}`);

/** A visitor in a chat, and the customer that was made for them. */
async function createChatVisitor(name: string): Promise<{ token: string; source: Customer }> {
  const token = await t.visitor(await t.widget());
  const chat = { client_key: randomUUID(), name, question: 'Is it open?' };
  expect((await t.call('POST', '/api/livechat/chat', { token, body: chat })).status).toBe(200);
  const [source] = await data<Customer[]>('GET', `/api/customers?q=${encodeURIComponent(name)}`);
  if (!source) throw new Error('nobody came of the chat');
  return { token, source };
}

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await t.platform.db.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
}

async function mergeInto(target: Customer, source: Customer): Promise<Answer> {
  return t.as('dewi', 'POST', `/api/customers/${target.id}/merge`, {
    version: (await customerOf(target.id)).version,
    source_id: source.id,
    source_version: (await customerOf(source.id)).version,
  });
}

/** Two customers, and an e-mail from the address of the one who is merged into the other. */
async function mailRacers(name: string) {
  const address = `${name}@race.example`;
  const source = await person({
    name: `Mail Racer ${name}`,
    identities: [{ kind: 'email', value: address }],
  });
  const target = await person({ name: `Mail Racer ${name} (old)` });
  const [departmentId = 0] = t.departmentIds;
  const { rows } = await t.platform.db.pool.query<{ id: number }>(
    `insert into channel_accounts (media_id, name, key, department_id) values (${Media.email}, $1, $1, $2) returning id`,
    [name, departmentId],
  );
  const account = { id: rows[0]?.id ?? 0, media_id: Media.email, department_id: departmentId };
  const { customers, conversations } = t.app.modules;
  const arrive = async (tx: Tx): Promise<void> => {
    const { id: customerId } = await customers.ofAddress(tx, { address, name, language: 'en' });
    const letter = { body: 'A letter', clientKey: randomUUID() };
    await conversations.receiveOnTicket(tx, { account, address, customerId, name }, letter, null);
  };
  return { source, target, arrive };
}

/**
 * Forces the order: the merge holds its tickets and the source, and waits for the target, which another connection has locked.
 * Then the incoming message begins, and waits for the merge. Both must complete.
 */
async function mergeWhile(
  source: Customer,
  target: Customer,
  arrive: () => Promise<unknown>,
): Promise<Answer> {
  const holder = await t.platform.db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from customers where id = $1 for update', [target.id]);
    const merging = mergeInto(target, source);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    const arriving = arrive();
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    await holder.query('commit');
    const [merged] = await Promise.all([merging, arriving]);
    return merged;
  } finally {
    holder.release();
  }
}

/** Expects that everything of the source belongs to the target. */
async function expectMoved(source: Customer, target: Customer): Promise<void> {
  const { pool } = t.platform.db;
  for (const table of ['tickets', 'conversations', 'livechat_visitors', 'calls']) {
    const { rows } = await pool.query(`select id from ${table} where customer_id = $1`, [source.id]);
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  const { rows } = await pool.query<{ name: string; id: number }>(
    `select name, (payload ->> 'id')::int as id from events where seq > (select max(seq) from events where name = 'customer-merged')
       and name = 'customer-changed'`,
  );
  expect(rows.map(({ id }) => id)).not.toContain(source.id);
  expect(rows.map(({ id }) => id)).toContain(target.id);
}

async function lastTicketOf(customer: Customer): Promise<Ticket> {
  const [ticket] = await data<Ticket[]>('GET', `/api/tickets?customer=${customer.id}&sort=created`);
  if (!ticket) throw new Error('they have no ticket');
  return ticket;
}
const linesOf = (ticket: Ticket) => data<Message[]>('GET', `/api/tickets/${ticket.id}/timeline`);

describe('a customer who is merged in the moment in which something of theirs comes in', () => {
  it('by chat: the message stands with the one who is left', async () => {
    const { token, source } = await createChatVisitor('Chat Racer');
    const target = await person({ name: 'Chat Racer (old)' });
    const body = { client_key: randomUUID(), body: 'In between' };
    let written: Answer | undefined;
    const merged = await mergeWhile(source, target, async () => {
      written = await t.call('POST', '/api/livechat/chat/messages', { token, body });
    });
    expect({ merged: merged.status, written: written?.status }).toEqual({ merged: 200, written: 200 });
    await expectMoved(source, target);
    const lines = await linesOf(await lastTicketOf(target));
    expect(lines.at(-1)).toMatchObject({ body: 'In between', author: { type: 'customer', id: target.id } });
  });

  it('by mail, which begins a case: it is the case of the one who is left', async () => {
    const { source, target, arrive } = await mailRacers('first');
    expect((await mergeWhile(source, target, () => t.platform.db.transaction(arrive))).status).toBe(200);
    await expectMoved(source, target);
    const lines = await linesOf(await lastTicketOf(target));
    expect(lines.at(-1)).toMatchObject({ body: 'A letter', author: { id: target.id } });
  });

  it('by mail that was there first: the merge waits for it, and takes its case along', async () => {
    const { source, target, arrive } = await mailRacers('second');
    const gate = new EventEmitter();
    const [isStored, mayCommit] = [once(gate, 'stored'), once(gate, 'commit')];
    const arriving = t.platform.db.transaction(async (tx) => {
      await arrive(tx);
      gate.emit('stored');
      await mayCommit;
    });
    await isStored;
    const merging = mergeInto(target, source);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    gate.emit('commit');
    await arriving;
    expect((await merging).status).toBe(200);
    await expectMoved(source, target);
    expect((await lastTicketOf(target)).subject).toBe('A letter');
  });

  it('by a call out of a chat: the call stands with the one who is left', async () => {
    const { token, source } = await createChatVisitor('Call Racer');
    const target = await person({ name: 'Call Racer (old)' });
    const body = { client_key: randomUUID(), kind: 'voice', name: 'Call Racer' };
    let called: Answer | undefined;
    const merged = await mergeWhile(source, target, async () => {
      called = await t.call('POST', '/api/livechat/calls', { token, body });
    });
    expect({ merged: merged.status, called: called?.status }).toEqual({ merged: 200, called: 200 });
    await expectMoved(source, target);
  });
});
