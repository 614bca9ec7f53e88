import { randomUUID } from 'node:crypto';
import type { Condition, ListRow, Message, RuleRun, Ticket, TicketNotice } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { deskOf } from '../../../test/desk.ts';
import { createAutomation } from './service.ts';

const SOON = { timeout: 15_000 };
let t: TestApp;
let desk: ReturnType<typeof deskOf>;
beforeEach(async () => {
  t = await testApp();
  desk = deskOf(() => t);
});
afterEach(() => t.close());

/** Creates an active rule; returns its id. */
async function rule(values: object, conditions: Condition[] = []): Promise<number> {
  const body = {
    values: { name: `Rule ${randomUUID()}`, conditions: JSON.stringify(conditions), ...values },
    is_active: true,
  };
  return (await desk.data<ListRow>('admin', 'POST', '/api/settings/automation', body)).id;
}
const runsOf = (id: number) => desk.data<RuleRun[]>('admin', 'GET', `/api/automation/runs?rule=${id}`);
const settledRuns = async (id: number, count = 1): Promise<RuleRun[]> => {
  await expect.poll(async () => (await runsOf(id)).length, SOON).toBe(count);
  return runsOf(id);
};
const recoverPending = () => t.app.modules.automation.recoverPending();
const read = async (id: number): Promise<Ticket> =>
  (await desk.data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${id}`)).ticket;
const timeline = (id: number) =>
  desk.data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline?limit=100`);
const edit = async (id: number, fields: object): Promise<Ticket> =>
  desk.data('admin', 'PATCH', `/api/tickets/${id}`, { version: (await read(id)).version, ...fields });
const tagged = (tag: string): Condition => ({ field: 'tags', op: 'is', value: [tag] });
const left = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from automation_queue`.execute(
    t.platform.db.q,
  );
  return rows[0]?.n ?? 0;
};

/** A visitor in a chat; returns the ticket, and a function that writes more. */
async function chat(question: string) {
  const token = await t.visitor(await t.widget());
  const begun = { client_key: randomUUID(), name: `Joko ${randomUUID()}`, question };
  expect((await t.call('POST', '/api/livechat/chat', { token, body: begun })).status).toBe(200);
  const tickets = await desk.data<Ticket[]>('admin', 'GET', '/api/tickets?sort=created');
  const ticket = tickets.find((one) => one.customer_name === begun.name);
  if (!ticket) throw new Error('the chat is no ticket');
  const writeAsCustomer = async (body: string) => {
    const message = { client_key: randomUUID(), body, file_ids: [] };
    const answer = await t.call('POST', '/api/livechat/chat/messages', { token, body: message });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  return { ticket, writeAsCustomer };
}
const priorityOf = async (name: string): Promise<number> => {
  const rows = await desk.data<ListRow[]>('admin', 'GET', '/api/settings/priorities');
  return rows.find(({ values }) => values['name'] === name)?.id ?? 0;
};

describe('rules for an event', () => {
  it('a new ticket is changed, gets a note and is announced, in the name of the rule', async () => {
    const [, billing] = t.departmentIds;
    const id = await rule(
      {
        name: 'Refunds',
        trigger: 'ticket_created',
        move_to_id: billing,
        tags_added: 'Refund, money',
        note: 'Look at {{ticket.number}}',
        tell_id: t.idOf('sarah'),
        follower_id: t.idOf('sarah'),
      },
      [{ field: 'subject', op: 'contains', value: 'refund' }],
    );
    const other = await desk.create({ subject: 'Something else' });
    const made = await desk.create({ subject: 'My Refund' });
    const [run] = await settledRuns(id);
    expect(run).toMatchObject({
      outcome: 'done',
      rule_name: 'Refunds',
      ticket: { id: made.id },
      did: ['noted', 'told', 'followed'],
      skipped: [],
    });
    expect(run?.changes.map(({ field }) => field)).toEqual(['department_id', 'tags']);
    expect(await read(made.id)).toMatchObject({ department_id: billing, tags: ['refund', 'money'] });
    expect(await read(other.id)).toMatchObject({ tags: [], version: other.version });
    const lines = await timeline(made.id);
    expect(lines.map(({ event, kind, body }) => event?.type ?? `${kind}: ${body}`)).toEqual([
      'created',
      `note: Look at ${made.number}`,
      'automation',
      'changed',
    ]);
    expect(lines[1]?.author).toEqual({ type: 'system', id: null, name: 'Refunds' });
    const [notice] = await desk.data<TicketNotice[]>('sarah', 'GET', '/api/notices');
    expect(notice).toMatchObject({ kind: 'rule', by: 'Refunds', ticket: { id: made.id } });
    await expect.poll(left, SOON).toBe(0);
  });

  it(
    'a change counts only if it is of the named field and from the named value',
    { tags: 'full' },
    async () => {
      const values = {
        trigger: 'ticket_changed',
        changed_field: 'status',
        before: JSON.stringify([{ field: 'status', op: 'is', value: ['pending'] }]),
        tags_added: 'woken',
      };
      const id = await rule(values, [{ field: 'status', op: 'is', value: ['open'] }]);
      const { id: ticket } = await desk.create();
      await edit(ticket, { status: 'on_hold' });
      await edit(ticket, { status: 'open' });
      await edit(ticket, { status: 'pending' });
      await edit(ticket, { subject: 'Another' });
      await edit(ticket, { status: 'open' });
      await settledRuns(id);
      await expect.poll(left, SOON).toBe(0);
      expect((await read(ticket)).tags).toEqual(['woken']);
    },
  );

  it(
    'a customer’s message is searched for the words, each message once, and automatic messages are not',
    { tags: 'full' },
    async () => {
      const high = await priorityOf('High');
      const values = { trigger: 'customer_wrote', words: 'refund, money back', priority_id: high };
      const id = await rule({ ...values, reply: 'Dear {{customer.name}}, we look at {{ticket.number}}.' });
      const { ticket, writeAsCustomer } = await chat('Hello');
      await writeAsCustomer('I want my MONEY BACK');
      const [run] = await settledRuns(id);
      expect(run).toMatchObject({ outcome: 'done', did: ['replied'] });
      const after = await read(ticket.id);
      // An automatic reply is no reply of an agent: the customer waits as before.
      expect(after).toMatchObject({ priority_id: high, first_response_at: null, assignee_id: null });
      expect(after.waiting_since).not.toBeNull();
      const said = (await timeline(ticket.id)).filter(({ kind }) => kind === 'outbound');
      expect(said).toMatchObject([
        { author: { type: 'system' }, body: `Dear ${ticket.customer_name}, we look at ${ticket.number}.` },
      ]);
      for (let n = 0; n < 7; n += 1) await writeAsCustomer(`refund ${n}`);
      const all = await settledRuns(id, 8);
      expect(all.filter(({ did }) => did.includes('replied'))).toHaveLength(6);
      expect(all[0]?.skipped).toEqual([{ step: 'reply', reason: 'too_often' }]);
    },
  );

  it('a reply of an agent counts, notes and automatic messages do not', { tags: 'full' }, async () => {
    const id = await rule({ trigger: 'we_wrote', status: 'pending' });
    const { ticket } = await chat('Hello');
    await t.as('dewi', 'POST', `/api/tickets/${ticket.id}/notes`, { body: 'hm', client_key: randomUUID() });
    expect(await runsOf(id)).toEqual([]);
    const reply = { body: 'One moment', client_key: randomUUID(), file_ids: [] };
    await desk.data('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, reply);
    await settledRuns(id);
    expect((await read(ticket.id)).status).toBe('pending');
  });
});

describe('several rules', () => {
  it('run in order, and end where one says so', { tags: 'full' }, async () => {
    const first = await rule({ trigger: 'ticket_created', tags_added: 'a' });
    const second = await rule({ trigger: 'ticket_created', tags_added: 'b', is_last: true }, [tagged('a')]);
    const third = await rule({ trigger: 'ticket_created', tags_added: 'c' });
    const ticket = await desk.create();
    await settledRuns(second);
    await settledRuns(first);
    expect(await runsOf(third)).toEqual([]);
    expect((await read(ticket.id)).tags).toEqual(['a', 'b']);
    // In the reverse order the conditions of the second are not met yet.
    const order = { id: second, after: null };
    expect((await t.as('admin', 'POST', '/api/settings/automation/order', order)).status).toBe(200);
    const next = await desk.create();
    await settledRuns(third);
    expect((await read(next.id)).tags).toEqual(['a', 'c']);
  });

  it('end if two rules undo each other', { tags: 'full' }, async () => {
    const ticket = await desk.create({ tags: ['on'] });
    const off = await rule({ trigger: 'ticket_changed', tags_removed: 'on' }, [tagged('on')]);
    const on = await rule({ trigger: 'ticket_changed', tags_added: 'on' });
    await edit(ticket.id, { subject: 'Begin' });
    await settledRuns(off);
    // Once for the edit, and once for the change of the rule above it.
    await settledRuns(on, 2);
    await expect.poll(left, SOON).toBe(0);
    expect((await read(ticket.id)).tags).toEqual(['on']);
  });

  it('are stopped if one triggers itself endlessly, and the log says so', { tags: 'full' }, async () => {
    const id = await rule({ trigger: 'ticket_changed', changed_field: 'subject', note: 'Again' });
    const ticket = await desk.create();
    for (let n = 0; n < 23; n += 1) await edit(ticket.id, { subject: `No. ${n}` });
    const all = await settledRuns(id, 21);
    expect(all.map(({ outcome }) => outcome)).toEqual(['stopped', ...Array<string>(20).fill('done')]);
    await expect.poll(left, SOON).toBe(0);
  });
});

describe('nothing twice, and nothing lost', () => {
  it('an interrupted run leaves nothing behind, and is done later, once', async () => {
    const id = await rule({ trigger: 'ticket_created', tags_added: 'once', note: 'Once' });
    const { q } = t.platform.db;
    // Fails at the last statement of the transaction, so that everything before it is rolled back, as in a crash.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`.execute(
      q,
    );
    await sql`create trigger refuse before insert on automation_runs for each row execute function refuse()`.execute(
      q,
    );
    const ticket = await desk.create();
    await expect.poll(async () => (await attempts()) > 0, SOON).toBe(true);
    expect(await read(ticket.id)).toMatchObject({ tags: [], version: ticket.version });
    await sql`drop trigger refuse on automation_runs`.execute(q);
    t.clock.advance(61_000);
    await Promise.all([recoverPending(), recoverPending()]);
    await settledRuns(id);
    expect((await timeline(ticket.id)).filter(({ kind }) => kind === 'note')).toHaveLength(1);
    await expect.poll(left, SOON).toBe(0);
  });

  const attempts = async (): Promise<number> => {
    const { rows } = await sql<{
      n: number;
    }>`select coalesce(max(attempts), 0) as n from automation_queue`.execute(t.platform.db.q);
    return rows[0]?.n ?? 0;
  };

  it('two servers that work at the same time do each thing once, in order', async () => {
    const id = await rule({ trigger: 'ticket_changed', changed_field: 'subject', note: '{{ticket.number}}' });
    const { settings, agents, customers, tickets, conversations } = t.app.modules;
    const other = createAutomation({
      ...t.platform,
      settings,
      agents,
      customers,
      tickets,
      conversations,
    });
    const ticket = await desk.create();
    for (let n = 0; n < 8; n += 1) {
      await edit(ticket.id, { subject: `No. ${n}` });
      await Promise.all([other.recoverPending(), recoverPending()]);
    }
    await other.stop();
    // Both servers have queued what happened; each rule ran once for each event.
    const all = await settledRuns(id, 16);
    expect(all.every(({ outcome }) => outcome === 'done')).toBe(true);
    expect((await timeline(ticket.id)).filter(({ kind }) => kind === 'note')).toHaveLength(16);
    await expect.poll(left, SOON).toBe(0);
  });

  it('the same cause is handled once, even if it is queued twice', async () => {
    const id = await rule({ trigger: 'ticket_created', note: 'Once' });
    const ticket = await desk.create();
    const [run] = await settledRuns(id);
    const cause = async () =>
      (
        await sql<{ cause: string }>`select cause from automation_runs where id = ${run?.id}`.execute(
          t.platform.db.q,
        )
      ).rows[0]?.cause;
    const event = Number((await cause())?.replace('event:', ''));
    await sql`insert into automation_queue (id, ticket_id, kind, rests_until, created_at) overriding system value
      values (${event}, ${ticket.id}, 'ticket_created', now(), now())`.execute(t.platform.db.q);
    await recoverPending();
    await expect.poll(left, SOON).toBe(0);
    expect(await runsOf(id)).toHaveLength(1);
    expect((await timeline(ticket.id)).filter(({ kind }) => kind === 'note')).toHaveLength(1);
  });

  it('events for inactive rules are not stored', { tags: 'full' }, async () => {
    const id = await rule({ trigger: 'ticket_created', tags_added: 'x' });
    const off = { ids: [id], is_active: false };
    expect((await t.as('admin', 'POST', '/api/settings/automation/bulk', off)).status).toBe(200);
    await expect
      .poll(async () => {
        await desk.create();
        return left();
      }, SOON)
      .toBe(0);
    expect(await runsOf(id)).toEqual([]);
  });
});

describe('a rule that refers to something deleted', () => {
  it('skips that step and says so, and does all the others', { tags: 'full' }, async () => {
    const [, billing = 0] = t.departmentIds;
    const id = await rule({
      trigger: 'ticket_created',
      move_to_id: billing,
      assign_to_id: t.idOf('sarah'),
      tags_added: 'kept',
    });
    await t.as('admin', 'POST', '/api/settings/departments/bulk', { ids: [billing], is_active: false });
    const ticket = await desk.create();
    const [run] = await settledRuns(id);
    expect(run?.skipped).toEqual([
      { step: 'move_to_id', reason: 'gone' },
      { step: 'assign_to_id', reason: 'person_elsewhere' },
    ]);
    expect(await read(ticket.id)).toMatchObject({ tags: ['kept'], department_id: t.departmentIds[0] });
    const [state] = await desk.data<{ gone: object[] }[]>('admin', 'GET', '/api/automation/states');
    expect(state?.gone).toEqual([{ step: 'move_to_id', reason: 'gone' }]);
  });

  it('matches nothing if it has a condition on a deleted custom field', { tags: 'full' }, async () => {
    const values = { name: 'Colour', entity: 'ticket', kind: 'line', required: 'never', key: 'colour' };
    const field = await desk.data<ListRow>('admin', 'POST', '/api/settings/custom_fields', { values });
    const asked: Condition = { field: `field:${field.id}`, op: 'is_empty' };
    const id = await rule({ trigger: 'ticket_created', tags_added: 'x' }, [asked]);
    await desk.create();
    await settledRuns(id);
    expect((await t.as('admin', 'DELETE', `/api/settings/custom_fields/${field.id}`)).status).toBe(200);
    await desk.create();
    await expect.poll(left, SOON).toBe(0);
    expect(await runsOf(id)).toHaveLength(1);
    const [state] = await desk.data<{ gone: object[] }[]>('admin', 'GET', '/api/automation/states');
    expect(state?.gone).toEqual([{ step: 'conditions', reason: 'gone' }]);
  });
});

it(
  'a ticket is assigned to an available agent: its chat waits in the queue again',
  { tags: 'full' },
  async () => {
    const id = await rule({ trigger: 'ticket_changed', requeue: true }, [tagged('again')]);
    const { ticket } = await chat('Hello');
    await desk.data('dewi', 'POST', `/api/tickets/${ticket.id}/take`, {});
    const chats = async () =>
      (
        await desk.data<{ conversations: { status: string }[] }>('admin', 'GET', `/api/tickets/${ticket.id}`)
      ).conversations.map(({ status }) => status);
    expect(await chats()).toEqual(['active']);
    await edit(ticket.id, { tags: ['again'] });
    const [run] = await settledRuns(id);
    expect(run).toMatchObject({
      outcome: 'done',
      did: ['queued'],
      changes: [{ field: 'assignee_id', to: null }],
    });
    expect(await chats()).toEqual(['waiting']);
  },
);

describe('access', () => {
  it('requires the permission for automation', { tags: 'full' }, async () => {
    const values = { name: 'Mine', trigger: 'ticket_created' };
    for (const who of ['supervisor', 'dewi'] as const) {
      expect((await t.as(who, 'POST', '/api/settings/automation', { values })).status).toBe(403);
      expect((await t.as(who, 'POST', '/api/automation/try', { values })).status).toBe(403);
      expect((await t.as(who, 'GET', '/api/automation/runs')).status).toBe(403);
      expect((await t.as(who, 'GET', '/api/automation/states')).status).toBe(403);
    }
  });

  it.each<[string, object]>([
    ['a time without its minutes', { trigger: 'unanswered' }],
    ['conditions of whoever asks', { conditions: '[{"field":"assignee_id","op":"is","value":["me"]}]' }],
    ['conditions that are none', { conditions: '[{"field":"colour","op":"is","value":[1]}]' }],
    ['somebody and the queue', { requeue: true, assign_to_id: 1 }],
    ['a variable that nothing stands for', { reply: 'Dear {{nobody.there}}' }],
  ])('refuses %s', { tags: 'full' }, async (_name, values) => {
    const body = { values: { name: 'Wrong', trigger: 'ticket_created', ...values } };
    expect((await t.as('admin', 'POST', '/api/settings/automation', body)).status).toBe(400);
  });

  it('shows no tickets to users who may edit rules but not see tickets', { tags: 'full' }, async () => {
    const ticket = await desk.create();
    const id = await rule({ trigger: 'ticket_changed', tags_added: 'seen' });
    await edit(ticket.id, { subject: 'Not for everybody' });
    await settledRuns(id);
    const codes = ['AUTOMATION:VIEW', 'AUTOMATION:EDIT'];
    const { token } = (await t.as('admin', 'POST', '/api/api_keys', { name: 'Rules', codes })).body as {
      token: string;
    };
    const runs = (await t.call('GET', `/api/automation/runs?rule=${id}`, { token })).body as {
      data: RuleRun[];
    };
    expect(runs.data).toMatchObject([{ rule_id: id, ticket: null, changes: [] }]);
    const values = { name: 'Look', trigger: 'ticket_created' };
    expect((await t.call('POST', '/api/automation/try', { token, body: { values } })).status).toBe(403);
  });

  it('a new rule is inactive until somebody activates it', { tags: 'full' }, async () => {
    const values = { name: 'New', trigger: 'ticket_created', tags_added: 'x' };
    const made = await desk.data<ListRow>('admin', 'POST', '/api/settings/automation', { values });
    expect(made.is_active).toBe(false);
    await desk.create();
    expect(await runsOf(made.id)).toEqual([]);
  });
});
