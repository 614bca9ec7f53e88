import { randomUUID } from 'node:crypto';
import type { Customer, CustomerErasure, CustomerPrivacy } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

/** Part of every value of the customer. */
const MARK = 'zqxmarker';
const ADDRESS = `${MARK}@buyer.example`;
const PHONE = '+6281234509876';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const q = () => t.platform.db.q;
const run = (text: string) => t.platform.db.pool.query(text);
const data = <T>(answer: { body: unknown }) => (answer.body as { data: T }).data;
const privacy = async (id: number) =>
  data<CustomerPrivacy>(await t.as('admin', 'GET', `/api/customers/${id}/privacy`));
const erase = (id: number) => t.as('admin', 'POST', `/api/customers/${id}/erasure`, {});
const erased = async (id: number): Promise<CustomerErasure> => {
  const begun = (await privacy(id)).erasure;
  if (!begun) throw new Error('there is no erasure');
  // Also runs the erasure here, perhaps at the same time as its job.
  await t.app.modules.customers.erasing.work(begun.id);
  return (await privacy(id)).erasure ?? begun;
};

async function customer(name: string, identities: object[] = []): Promise<Customer> {
  const body = { name, company: `${name} Ltd`, note: `About ${name}`, identities };
  return data<Customer>(await t.as('admin', 'POST', '/api/customers', body));
}
async function ticket(customerId: number, subject: string, note = subject): Promise<number> {
  const answer = await t.as('admin', 'POST', '/api/tickets', {
    client_key: randomUUID(),
    customer_id: customerId,
    subject,
    department_id: t.departmentIds[0],
    note,
  });
  return data<{ id: number }>(answer).id;
}
const close = (id: number) => run(`update tickets set status = 'closed' where id = ${id}`);

/** Every text column of every table that contains the mark, with the number of rows. */
async function placesOf(mark: string): Promise<string[]> {
  const { rows } = await sql<{ place: string; test: string }>`
    select format('%I.%I', n.nspname, c.relname) as place, format('%I::text', a.attname) as test
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type ty on ty.oid = a.atttypid
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
      and (ty.typcategory in ('S', 'A') or ty.typname in ('json', 'jsonb', 'bytea'))`.execute(q());
  expect(rows.length).toBeGreaterThan(250);
  const hex = Buffer.from(mark).toString('hex');
  const places: string[] = [];
  for (const { place, test } of rows) {
    const found = await run(
      `select 1 from ${place} where ${test} ilike '%${mark}%' or ${test} like '%${hex}%' limit 1`,
    );
    if (found.rows.length > 0) places.push(`${place} ${test}`);
  }
  return places;
}

/** Values for required columns that are not about the person. */
const FILLED: Record<string, string> = {
  text: `''`,
  'text[]': `'{}'`,
  jsonb: `'{}'`,
  bytea: `'x'`,
  boolean: 'false',
  integer: '0',
  bigint: '0',
  uuid: 'gen_random_uuid()',
};

/** Inserts a row, filling required columns. Returns its id, if it has one. */
async function insert(table: string, values: Record<string, string | number>): Promise<number> {
  const { rows: columns } = await sql<{ name: string; type: string; is_needed: boolean }>`
    select attname as name, format_type(atttypid, null) as type,
      attnotnull and not atthasdef and attidentity = '' as is_needed
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(q());
  const needed = columns.filter(({ name, is_needed: isNeeded }) => isNeeded && !(name in values));
  const fill = needed.map(({ name, type }) => [name, FILLED[type] ?? 'now()'] as const);
  const given = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'number' ? String(value) : `'${value}'`] as const,
  );
  const all = [...given, ...fill];
  const answer = columns.some(({ name }) => name === 'id') ? 'returning id' : '';
  const { rows } = await run(
    `insert into ${table} (${all.map(([name]) => name).join(', ')}) values (${all.map(([, value]) => value).join(', ')}) ${answer}`,
  );
  return (rows[0] as { id: number } | undefined)?.id ?? 0;
}

/** Writes rows as other channels do. */
async function writeAsChannels({ id, ticketId }: { id: number; ticketId: number }): Promise<void> {
  const { rows } = await run(`select id from messages where ticket_id = ${ticketId} order by id limit 1`);
  const of = { message_id: (rows[0] as { id: number }).id, ticket_id: ticketId };
  const account = (name: string, media_id: number) =>
    insert('channel_accounts', { name, key: name, media_id, department_id: t.departmentIds[0] ?? 0 });
  const mailbox_id = await account('mailbox', 3);
  await insert('mailboxes', { id: mailbox_id, address: 'care@kopi.example' });
  const mail = { mailbox_id, sender: ADDRESS, sender_name: MARK, subject: `Re: ${MARK}` };
  await insert('mails', { ...mail, fingerprint: 'a', uid: 1, state: 'done', ticket_id: ticketId });
  await insert('mails', { ...mail, fingerprint: 'b', uid: 2, state: 'ignored' });
  const header = { header_id: `<${MARK}@x>`, reference_ids: `{<${MARK}@y>}` };
  await insert('mail_messages', {
    ...of,
    ...header,
    mailbox_id,
    sender: ADDRESS,
    html: MARK,
    inline_files: '[]',
  });
  await insert('mail_outbox', {
    ...of,
    mailbox_id,
    subject: MARK,
    text: MARK,
    recipients: `{"to":["${ADDRESS}"]}`,
    state: 'sent',
  });
  await insert('mail_people', { ticket_id: ticketId, address: ADDRESS });
  const message_id = 900_001;
  const sent = { mailbox_id, client_key: 'c1', address: ADDRESS, body: MARK, mail: `{"subject":"${MARK}"}` };
  await insert('mail_proactive_messages', { id: message_id, ...sent });
  await insert('mail_messages', { message_id, mailbox_id, sender: ADDRESS, html: MARK });
  await insert('mail_outbox', { message_id, mailbox_id, subject: MARK, text: MARK, state: 'sent' });
  await insert('mail_drafts', { user_id: t.idOf('dewi'), place: ADDRESS, mail: `{"to":"${ADDRESS}"}` });
  const chat = await account('whatsapp', 5);
  const address = `${MARK}77`;
  await insert('messaging_accounts', { id: chat, provider: 'whatsapp', address: '1' });
  const own = { channel_account_id: chat, address };
  await insert('messaging_contacts', { ...own, customer_id: id, name: MARK });
  const body = JSON.stringify({ from: address, text: MARK });
  await insert('messaging_deliveries', { channel_account_id: chat, body, state: 'done' });
  await insert('messaging_messages', {
    ...of,
    ...own,
    provider_id: 'w1',
    direction: 'in',
    state: 'received',
  });
  await insert('messaging_outbox', { ...of, ...own, content: `{"text":"${MARK}"}`, state: 'sent' });
  await insert('auto_replies_sent', { ...own, ticket_id: ticketId, kind: 'welcome' });
  const gateway_id = await account('gateway', 1);
  await insert('phone_gateways', { id: gateway_id, port: 5038, host: 'x' });
  const call_id = await insert('calls', {
    media_id: 1,
    direction: 'inbound',
    state: 'ended',
    customer_id: id,
    ticket_id: ticketId,
    rating_comment: MARK,
    ended_at: '2026-01-01T00:00:00Z',
  });
  await insert('phone_calls', {
    call_id,
    gateway_id,
    linked: '{u1}',
    number: MARK,
    told: `{"name":"${MARK}"}`,
  });
  await insert('phone_happenings', { gateway_id, key: 'k', linked: 'u1', happening: `{"Name":"${MARK}"}` });
  await insert('call_people', { call_id, identity: `phone-${MARK}`, role: 'customer', name: MARK });
  await insert('phone_after_calls', { call_id, user_id: t.idOf('dewi'), notes: MARK });
  await insert('call_recordings', {
    call_id,
    egress_id: 'PH_9001',
    state: 'ready',
    kind: 'talk',
    parts: `[{"number":1,"name":"${MARK}"}]`,
  });
  await insert('automation_queue', { ticket_id: ticketId, kind: 'x', facts: `{"words":"${MARK}"}` });
  await run(
    `select graphile_worker.add_job('mail:send', '{"to":"${ADDRESS}","text":"${MARK}"}', run_at => now() + interval '1 day')`,
  );
}

describe('a customer who is erased', () => {
  let id: number;
  let ticketId: number;
  beforeAll(async () => {
    id = (
      await customer(MARK, [
        { kind: 'email', value: ADDRESS },
        { kind: 'phone', value: PHONE },
      ])
    ).id;
    ticketId = await ticket(id, `Where is ${MARK}?`, `${MARK} called`);
    const read = await t.as('admin', 'GET', `/api/tickets/${ticketId}`);
    const { version } = data<{ ticket: { version: number } }>(read).ticket ?? { version: 1 };
    await t.as('admin', 'PATCH', `/api/tickets/${ticketId}`, {
      version,
      subject: `Still ${MARK}`,
      tags: [MARK],
    });
    await t.as('admin', 'PUT', `/api/tickets/${ticketId}/draft`, {
      kind: 'note',
      body: `draft ${MARK}`,
      file_ids: [],
    });
    await run(`insert into messages (ticket_id, kind, body, html_text, author_type, author_name, created_at, extra, mail)
      values (${ticketId}, 'inbound', 'It is ${MARK}', 'HTML ${MARK}', 'customer', '${MARK}', now(), '{"a":"${MARK}"}', null)`);
    const key = await t.widget();
    const visitor = await t.visitor(key);
    await t.call('POST', '/api/livechat/chat', {
      token: visitor,
      body: { client_key: randomUUID(), name: MARK, email: `second-${ADDRESS}`, body: `Chat ${MARK}` },
    });
    await run(
      `update livechat_visitors set customer_id = ${id}, name = '${MARK}', page = 'https://x.example/${MARK}'`,
    );
    await writeAsChannels({ id, ticketId });
    await t.as('admin', 'PUT', `/api/customers/${id}/hold`, { reason: `Case of ${MARK}` });
    await t.as('admin', 'PUT', `/api/customers/${id}/hold`, { reason: null });
  });

  it('is not erased with open tickets, nor on legal hold', async () => {
    expect((await placesOf(MARK)).length).toBeGreaterThan(30);
    expect(await erase(id)).toMatchObject({
      status: 409,
      body: { details: { reason: 'customer_open_tickets' } },
    });
    await run(`update tickets set status = 'closed' where customer_id = ${id}`);
    await t.as('admin', 'PUT', `/api/customers/${id}/hold`, { reason: 'A court asks' });
    expect(await erase(id)).toMatchObject({ status: 409, body: { details: { reason: 'legal_hold' } } });
    expect((await privacy(id)).hold).toMatchObject({ reason: 'A court asks', by: 'Ratna Wijaya' });
    await t.as('admin', 'PUT', `/api/customers/${id}/hold`, { reason: null });
    expect((await t.as('dewi', 'POST', `/api/customers/${id}/erasure`, {})).status).toBe(403);
  });

  it('is nowhere afterwards, in no column of any table', async () => {
    const before = await privacy(id);
    expect(before.counts).toMatchObject({ identities: 2, calls: 1, recordings: 1 });
    expect((await erase(id)).status).toBe(200);
    const { counts, user, ended_at: endedAt } = await erased(id);
    expect(counts).toMatchObject({ identities: 2, recordings: 1, calls: 1 });
    expect(counts.tickets).toBe(before.counts.tickets);
    expect(counts.messages).toBe(before.counts.messages);
    expect(user).toEqual({ id: t.idOf('admin'), name: 'Ratna Wijaya' });
    expect(endedAt).not.toBeNull();
    await run(`delete from events`);
    expect(await placesOf(MARK)).toEqual([]);
  });

  it('still counts: tickets, messages and calls with their times', async () => {
    const { rows } = await run(`select
      (select count(*)::int from tickets where customer_id = ${id}) as tickets,
      (select count(*)::int from messages where ticket_id = ${ticketId} and kind = 'inbound') as messages,
      (select count(*)::int from calls where customer_id = ${id} and ended_at is not null) as calls`);
    expect(rows[0]).toMatchObject({ messages: 1, calls: 1 });
    expect((await t.as('admin', 'GET', `/api/tickets/${ticketId}`)).status).toBe(200);
    expect((await t.as('admin', 'GET', `/api/tickets/${ticketId}/timeline`)).status).toBe(200);
  });

  it('is found by nobody, and the address is free for somebody new', async () => {
    for (const path of [`/api/customers?q=${MARK}`, `/api/customers?q=—`])
      expect(data<Customer[]>(await t.as('admin', 'GET', path))).toEqual([]);
    const fresh = await customer('Lee', [{ kind: 'email', value: ADDRESS }]);
    expect(fresh.id).not.toBe(id);
    expect(fresh.total_tickets).toBe(0);
    // An arriving mail from this address finds its customer by the same function.
    const own = await t.platform.db.transaction((tx) =>
      t.app.modules.customers.ofAddress(tx, {
        address: ADDRESS,
        name: 'Lee',
        language: 'en',
        isProven: true,
      }),
    );
    expect(own.id).toBe(fresh.id);
    const { rows } = await run(`select number from tickets where id = ${ticketId}`);
    const { number } = rows[0] as { number: string };
    expect(await t.app.modules.tickets.idOfNumber(q(), number)).toBeUndefined();
  });

  it('is not changed, merged or erased once more', async () => {
    expect(await erase(id)).toMatchObject({ status: 409, body: { details: { reason: 'customer_erased' } } });
    const { body } = await t.as('admin', 'GET', `/api/customers/${id}`);
    const { version } = data<Customer>({ body });
    expect(await t.as('admin', 'PATCH', `/api/customers/${id}`, { version, name: 'Back' })).toMatchObject({
      status: 409,
    });
  });

  it('leaves a certificate, and entries in the audit log that name nobody', async () => {
    const list = data<CustomerErasure[]>(await t.as('admin', 'GET', '/api/privacy/erasures'));
    expect(list).toMatchObject([{ customer_id: id, state: 'done', user: { id: t.idOf('admin') } }]);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where subject = ${`customer ${id}`} order by id`.execute(q());
    expect(rows.map(({ action }) => action)).toEqual([
      'customer.held',
      'customer.released',
      'customer.held',
      'customer.released',
      'customer.erasure_requested',
      'customer.erased',
    ]);
  });
});

it('whoever was merged into them goes with them', { tags: 'full' }, async () => {
  const target = await customer('Target Person');
  const source = await customer('Sourcemark', [{ kind: 'email', value: 'sourcemark@buyer.example' }]);
  await close(await ticket(source.id, 'About Sourcemark'));
  const merged = await t.as('admin', 'POST', `/api/customers/${target.id}/merge`, {
    version: target.version,
    source_id: source.id,
    source_version: source.version,
  });
  expect(merged.status, JSON.stringify(merged.body)).toBe(200);
  await erase(target.id);
  await erased(target.id);
  await run(`delete from events`);
  expect(await placesOf('sourcemark')).toEqual([]);
});

it(
  'thousands of tickets go in portions, and an interrupted run goes on',
  { tags: 'full', timeout: 300_000 },
  async () => {
    const { id } = await customer('Manymark');
    const first = await ticket(id, 'Manymark 1');
    await run(`insert into tickets (number, subject, status, department_id, priority_id, media_id, customer_id)
    select 'M' || n, 'Manymark ' || n, 'closed', ${t.departmentIds[0]}, (select priority_id from tickets where id = ${first}),
      (select media_id from tickets where id = ${first}), ${id} from generate_series(1, 70000) n`);
    await close(first);
    expect((await erase(id)).status).toBe(200);
    await expect
      .poll(async () => (await privacy(id)).erasure?.state, { timeout: 240_000, interval: 1000 })
      .toBe('done');
    expect((await privacy(id)).erasure?.counts.tickets).toBe(70_001);
  },
);
