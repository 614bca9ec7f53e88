/** @module-tag full */
import { randomUUID } from 'node:crypto';
import type { Condition, ListRow, RuleRun, RuleTime, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { deskOf } from '../../../test/desk.ts';
import { dueSql, findRule, type TimedRule } from './rule-store.ts';

const SOON = { timeout: 15_000 };
const MINUTE = 60_000;
let t: TestApp;
let desk: ReturnType<typeof deskOf>;
beforeEach(async () => {
  t = await testApp();
  desk = deskOf(() => t);
});
afterEach(() => t.close());

async function rule(trigger: RuleTime, minutes: number, conditions: Condition[] = []): Promise<number> {
  const values = {
    name: `Rule ${randomUUID()}`,
    trigger,
    minutes,
    tags_added: trigger,
    conditions: JSON.stringify(conditions),
  };
  const body = { values, is_active: true };
  return (await desk.data<ListRow>('admin', 'POST', '/api/settings/automation', body)).id;
}
const runsOf = (id: number) => desk.data<RuleRun[]>('admin', 'GET', `/api/automation/runs?rule=${id}`);
const read = async (id: number): Promise<Ticket> =>
  (await desk.data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${id}`)).ticket;
const edit = async (id: number, fields: object): Promise<Ticket> =>
  desk.data('admin', 'PATCH', `/api/tickets/${id}`, { version: (await read(id)).version, ...fields });
/** Advances the clock and runs what is due, twice at once, as two servers would. */
async function pass(minutes: number): Promise<void> {
  t.clock.advance(minutes * MINUTE);
  await Promise.all([t.app.modules.automation.recoverPending(), t.app.modules.automation.recoverPending()]);
}

/** A visitor who waits for a reply. */
async function waiting(): Promise<{ ticket: Ticket; writeAsCustomer: (body: string) => Promise<void> }> {
  const token = await t.visitor(await t.widget());
  const begun = { client_key: randomUUID(), name: `Joko ${randomUUID()}`, question: 'Hello' };
  expect((await t.call('POST', '/api/livechat/chat', { token, body: begun })).status).toBe(200);
  const tickets = await desk.data<Ticket[]>('admin', 'GET', '/api/tickets?sort=created');
  const ticket = tickets.find((one) => one.customer_name === begun.name);
  if (!ticket) throw new Error('the chat is no ticket');
  const writeAsCustomer = async (body: string) => {
    const message = { client_key: randomUUID(), body, file_ids: [] };
    expect((await t.call('POST', '/api/livechat/chat/messages', { token, body: message })).status).toBe(200);
  };
  return { ticket, writeAsCustomer };
}
const reply = (id: number) =>
  desk.data('dewi', 'POST', `/api/tickets/${id}/messages`, {
    body: 'An answer',
    client_key: randomUUID(),
    file_ids: [],
  });

describe('rules for a point in time', () => {
  it('run after a ticket was created, once, and not before', async () => {
    const id = await rule('since_created', 30);
    const ticket = await desk.create();
    await pass(29);
    expect(await runsOf(id)).toEqual([]);
    await pass(2);
    await pass(1);
    expect(await runsOf(id)).toMatchObject([{ outcome: 'done', ticket: { id: ticket.id } }]);
  });

  it('run while a customer waits, and again when they wait anew; not after a reply', async () => {
    const id = await rule('unanswered', 10);
    const [one, other] = [await waiting(), await waiting()];
    await pass(5);
    await reply(other.ticket.id);
    await pass(6);
    expect((await runsOf(id)).map(({ ticket }) => ticket?.id)).toEqual([one.ticket.id]);
    await reply(one.ticket.id);
    await pass(20);
    await one.writeAsCustomer('And another thing');
    await pass(11);
    expect(await runsOf(id)).toHaveLength(2);
  });

  it('run while a customer is silent after our reply', { tags: 'full' }, async () => {
    const id = await rule('customer_silent', 60);
    const { ticket, writeAsCustomer } = await waiting();
    await reply(ticket.id);
    await pass(59);
    await writeAsCustomer('Here I am');
    await pass(30);
    expect(await runsOf(id)).toEqual([]);
    await reply(ticket.id);
    await pass(61);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it('run while a status stays the same, of solved tickets too', { tags: 'full' }, async () => {
    const id = await rule('in_status', 60, [{ field: 'status', op: 'is', value: ['pending', 'solved'] }]);
    const [pending, solved, open] = [await desk.create(), await desk.create(), await desk.create()];
    await pass(50);
    await edit(pending.id, { status: 'pending' });
    await desk.data('dewi', 'POST', `/api/tickets/${solved.id}/solve`, { version: solved.version });
    await pass(50);
    expect(await runsOf(id)).toEqual([]);
    await pass(11);
    const ids = (await runsOf(id)).map(({ ticket }) => ticket?.id);
    expect(ids.toSorted((a = 0, b = 0) => a - b)).toEqual([pending.id, solved.id]);
    expect((await read(open.id)).tags).toEqual([]);
  });

  it('do not run for everything that was due before they were activated', { tags: 'full' }, async () => {
    await desk.create();
    t.clock.advance(60 * MINUTE);
    const id = await rule('since_created', 30);
    await pass(5);
    expect(await runsOf(id)).toEqual([]);
  });
});

describe('steps of an escalation', () => {
  /** Sets SLA targets in office hours around the clock: 60 minutes for the first reply, 120 for the resolution. */
  async function targets(): Promise<void> {
    for (const { id, version } of await desk.data<ListRow[]>('admin', 'GET', '/api/settings/priorities'))
      await desk.data('admin', 'PATCH', `/api/settings/priorities/${id}`, {
        version,
        values: { first_response_minutes: 60, resolution_minutes: 120 },
      });
  }

  it('come before a target and after it, one after the other', { tags: 'full' }, async () => {
    await targets();
    const soon = await rule('first_response_due', 15);
    const late = await rule('first_response_overdue', 15);
    const never = await rule('resolution_overdue', 1);
    const { ticket } = await waiting();
    await pass(44);
    expect(await runsOf(soon)).toEqual([]);
    await pass(2);
    expect(await runsOf(soon)).toHaveLength(1);
    await pass(28);
    await t.app.modules.tickets.sla.reportOverdue();
    expect(await runsOf(late)).toEqual([]);
    await pass(2);
    expect(await runsOf(late)).toMatchObject([{ ticket: { id: ticket.id } }]);
    expect((await read(ticket.id)).tags).toEqual(['first_response_due', 'first_response_overdue']);
    await desk.data('admin', 'POST', `/api/tickets/${ticket.id}/solve`, {
      version: (await read(ticket.id)).version,
    });
    await pass(90);
    expect(await runsOf(never)).toEqual([]);
  });

  it('come at once if a change moves the target into the past', { tags: 'full' }, async () => {
    await targets();
    const id = await rule('resolution_due', 30);
    const rows = await desk.data<ListRow[]>('admin', 'GET', '/api/settings/priorities');
    const [urgent, usual] = [rows[0], rows.at(-1)];
    await desk.data('admin', 'PATCH', `/api/settings/priorities/${urgent?.id}`, {
      version: urgent?.version,
      values: { resolution_minutes: 20 },
    });
    const ticket = await desk.create({ priority_id: usual?.id });
    await pass(60);
    expect(await runsOf(id)).toEqual([]);
    await edit(ticket.id, { priority_id: urgent?.id });
    await expect.poll(async () => (await runsOf(id)).length, SOON).toBe(1);
    await pass(1);
    expect(await runsOf(id)).toHaveLength(1);
  });
});

describe('targets without enough notice', () => {
  it('of a ticket that has less time than the notice of the rule, at once', { tags: 'full' }, async () => {
    const id = await rule('resolution_due', 100_000);
    const ticket = await desk.create();
    await expect.poll(async () => (await runsOf(id)).length, SOON).toBe(1);
    expect(await runsOf(id)).toMatchObject([{ ticket: { id: ticket.id } }]);
  });

  it('that were overdue before the rule existed trigger nothing by a change', { tags: 'full' }, async () => {
    const ticket = await desk.create();
    t.clock.advance(40_000 * MINUTE);
    const id = await rule('resolution_overdue', 1);
    await edit(ticket.id, { subject: 'As late as before' });
    await pass(2);
    expect((await read(ticket.id)).subject).toBe('As late as before');
    expect(await runsOf(id)).toEqual([]);
  });
});

type Node = { 'Node Type': string; 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Node[] };
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

describe('looking for due tickets', () => {
  it.each<RuleTime>([
    'unanswered',
    'resolution_due',
    'since_created',
    'customer_silent',
    'in_status',
    'first_response_overdue',
  ])('for %s reads none of 10,000 tickets that are not due', { tags: 'full' }, readsNone);

  async function readsNone(trigger: RuleTime): Promise<void> {
    const { q, pool } = t.platform.db;
    await sql`insert into customers (name) values ('Rina')`.execute(q);
    // Tickets that were created and waiting long ago; half of them are solved.
    await sql`insert into tickets (number, subject, status, department_id, priority_id, media_id, customer_id, waiting_since,
        last_message_by, created_at, last_message_at, updated_at)
      select (99000 + n)::text, 'Ticket', case n % 2 when 0 then 'open' else 'solved' end, (${t.departmentIds}::bigint[])[1 + n % 2],
        (select id from priorities limit 1), 1, 1, w, 'agent', w, w, w
      from generate_series(1, 10000) n, lateral (select now() - interval '9 days' - n * interval '1 minute' as w) at`.execute(
      q,
    );
    await sql`insert into sla_clocks (ticket_id, kind, state, target_minutes, office_hours, time_zone, started_at, due_at)
      select id, kind, 'breached', 60, '', 'UTC', created_at, created_at from tickets,
        unnest(array['first_response', 'resolution']) kind`.execute(q);
    await sql`analyze tickets`.execute(q);
    await sql`analyze sla_clocks`.execute(q);
    const found = (await findRule(q, await rule(trigger, 30))) as TimedRule;
    const now = t.clock.now();
    const since = new Date(now.getTime() - MINUTE);
    const { sql: text, parameters } = dueSql(found, { since, now, departmentIds: t.departmentIds }).compile(
      q,
    );
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) ${text}`,
      [...parameters],
    );
    const nodes = rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan));
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    const looked = nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...looked)).toBe(0);
  }
});

describe('the test of a rule', () => {
  type RuleTestResult = {
    looked_at: number;
    matched: number;
    is_all: boolean;
    tickets: { ticket: { id: number } }[];
  };
  const attempt = (values: object, days = 30) =>
    desk.data<RuleTestResult>('admin', 'POST', '/api/automation/try', {
      values: { name: 'Try', ...values },
      days,
    });

  it('says what would be done to which tickets, and changes nothing', async () => {
    const [, billing] = t.departmentIds;
    const { ticket, writeAsCustomer } = await waiting();
    await writeAsCustomer('I want a refund');
    await waiting();
    const before = await read(ticket.id);
    const tried = await attempt({
      trigger: 'customer_wrote',
      words: 'refund',
      move_to_id: billing,
      note: 'Look',
    });
    expect(tried).toMatchObject({ looked_at: 2, matched: 1, is_all: true });
    expect(tried.tickets).toMatchObject([
      {
        ticket: { id: ticket.id },
        changes: [{ field: 'department_id', from: t.departmentIds[0], to: billing }],
        did: ['noted'],
        skipped: [],
      },
    ]);
    expect(await read(ticket.id)).toEqual(before);
  });

  it.each<[string, object, number]>([
    ['a change of the status', { trigger: 'ticket_changed', changed_field: 'status' }, 1],
    ['a change of another field', { trigger: 'ticket_changed', changed_field: 'subject' }, 0],
    ['a time that has come', { trigger: 'since_created', minutes: 5 }, 2],
    ['a time that has not', { trigger: 'since_created', minutes: 50 }, 0],
    ['every ticket', { trigger: 'ticket_created' }, 2],
    ['none', { trigger: 'ticket_created', conditions: '[{"field":"subject","op":"is","value":"x"}]' }, 0],
  ])('finds %s', { tags: 'full' }, async (_name, values, matched) => {
    const ticket = await desk.create();
    await desk.create();
    await edit(ticket.id, { status: 'pending' });
    t.clock.advance(10 * MINUTE);
    expect((await attempt(values)).matched).toBe(matched);
  });

  it('looks at the newest thousand tickets', { tags: 'full' }, async () => {
    await desk.create();
    await sql`insert into tickets (number, subject, department_id, priority_id, media_id, customer_id, created_at)
      select (500000 + n)::text, 'Ticket', ${t.departmentIds[0]}, (select id from priorities limit 1), 1,
        (select max(id) from customers), now() from generate_series(1, 1200) n`.execute(t.platform.db.q);
    const tried = await attempt({ trigger: 'ticket_created' });
    expect(tried).toMatchObject({ looked_at: 1000, matched: 1000, is_all: false });
    expect(tried.tickets).toHaveLength(50);
  });
});
