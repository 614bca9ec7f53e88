/** @module-tag full */
import { randomUUID } from 'node:crypto';
import type { DepartmentUses, ListRow, ListValues, Message, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';

/** An id that occurs nowhere else, so that every reference to it can be found. */
const NIGHT = 987_654_321;

let t: TestApp;
let billing = 0;
beforeAll(async () => {
  t = await testApp();
  [, billing = 0] = t.departmentIds;
});
afterAll(() => t.close());

const desk = deskOf(() => t);
const q = () => t.platform.db.q;
const merge = (id: number, into: number, by: 'admin' | 'supervisor' = 'admin') =>
  t.as(by, 'POST', `/api/settings/departments/${id}/merge`, { into_id: into });
const preview = async (id: number, into: number) =>
  desk.data<DepartmentUses>('admin', 'GET', `/api/settings/departments/${id}/merge?into_id=${into}`);
const add = (list: string, values: ListValues) =>
  desk.data<ListRow>('admin', 'POST', `/api/settings/${list}`, { values, is_active: true });

/** The tables that refer to the department, with the number of rows. */
async function namedIn(): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^\\w+_20\\d\\d_\\d\\d$' order by 1`.execute(
    q(),
  );
  const found: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)} t
      where to_jsonb(t)::text ~ ${`\\m${NIGHT}\\M`}`.execute(q());
    if (rows[0]?.n) found[name] = rows[0].n;
  }
  return found;
}

/** Tables with history, which keep the old department; and counts, which are stored as differences until a job adds them up. */
const HISTORY = [
  'audit_entries',
  'audit_values',
  'departments',
  'events',
  'list_changes',
  'message_counts',
  'message_waits',
  'messages',
  'ticket_counts',
  'ticket_department_changes',
  'ticket_undos',
  'user_department_periods',
];

/** Creates a department that is referred to wherever possible; returns an open and a solved ticket of it. */
async function named(): Promise<[Ticket, Ticket]> {
  await sql`insert into departments (id, name, position) overriding system value values (${NIGHT}, 'Night', 9)`.execute(
    q(),
  );
  await sql`insert into user_departments values (${t.idOf('dewi')}, ${NIGHT}), (${t.idOf('admin')}, ${NIGHT})`.execute(
    q(),
  );
  await sql`insert into user_departments values (${t.idOf('budi')}, ${NIGHT})`.execute(q());
  await sql`delete from user_departments where user_id = ${t.idOf('budi')}`.execute(q());
  const place = { department_id: NIGHT };
  const open = await desk.create(place, 'admin');
  const made = await desk.create(place, 'admin');
  const solved = await desk.data<Ticket>('admin', 'POST', `/api/tickets/${made.id}/solve`, {
    version: made.version,
  });
  const conditions = JSON.stringify([{ field: 'department_id', op: 'is', value: [billing, NIGHT] }]);
  await add('templates', { name: 'Greeting', shortcut: 'hi', language: 'en', body: 'Hello', ...place });
  await add('macros', { name: 'To the night', move_to_id: NIGHT, ...place });
  await add('automation', { name: 'Late', trigger: 'ticket_created', move_to_id: NIGHT, conditions });
  await add('break_reasons', { name: 'Tea', is_paid: true, ...place });
  await add('departments', { name: 'Evening', overflow_id: NIGHT, overflow_seconds: 60 });
  await t.widget();
  const widget = await q().selectFrom('channel_accounts').select('id').executeTakeFirstOrThrow();
  await desk.data('admin', 'PATCH', `/api/widgets/${widget.id}`, place);
  await sql`insert into conversations (ticket_id, customer_id, media_id, channel_account_id, address, department_id, status)
    select id, customer_id, 6, ${widget.id}, '0', department_id, 'waiting' from tickets where id = ${open.id}`.execute(
    q(),
  );
  const calls = { voice: 'always', video: null, ...place };
  const recording = { voice: null, video: null, departments: [calls], keep_days: null };
  await t.as('admin', 'PATCH', '/api/configs/app', { recording });
  const search = { department: `${NIGHT},${billing}`, where: conditions };
  await desk.data('dewi', 'POST', '/api/tickets/views', { name: 'Mine', search });
  const report = { name: 'Breaks', report: 'break_history', range: 'yesterday', from: null, until: null };
  const kept = { is_compared: false, query: { department_id: NIGHT }, is_shared: false, schedule: null };
  await desk.data('supervisor', 'POST', '/api/saved-reports', { ...report, ...kept });
  await sql`insert into floor_alert_rules (name, kind, department_id, warn_at, margin, hold_seconds, tells, mail_to, is_active, changed_at)
    values ('Long', 'waiting', ${NIGHT}, 5, 1, 0, '{}', '{}', false, now())`.execute(q());
  await sql`insert into sign_in_providers (name, issuer, client_id, scopes, department_claim, departments)
    values ('Office', 'https://id.example', 'desk', 'openid', 'groups', ${JSON.stringify([
      { value: 'night', ...place },
      { value: 'night', department_id: billing },
    ])}::jsonb)`.execute(q());
  await sql`insert into calls (media_id, direction, state, started_at, moved_to) values (18, 'inbound', 'queue', now(), ${NIGHT})`.execute(
    q(),
  );
  return [open, solved];
}

describe('a department that is merged into another', () => {
  let tickets: [Ticket, Ticket];

  it('is counted before, and then everything names the other one', async () => {
    tickets = await named();
    const uses: Partial<DepartmentUses> = {
      open_tickets: 1,
      solved_tickets: 1,
      people: 2,
      widgets: 1,
      calls: 1,
      templates: 1,
      macros: 1,
      automation: 1,
      break_reasons: 1,
      departments: 1,
      views: 1,
      reports: 1,
      alert_rules: 1,
      providers: 1,
      recording_rules: 1,
    };
    expect(await preview(NIGHT, billing)).toMatchObject(uses);
    const before = await namedIn();
    expect(Object.keys(before).filter((name) => !HISTORY.includes(name)).length).toBeGreaterThan(12);
    const socket = await t.connect('sarah');
    const told = new Promise((resolve) => socket.on('rights-changed', resolve));
    expect(await merge(NIGHT, billing)).toMatchObject({ status: 200, body: { data: uses } });
    await told;
    // Solved and closed tickets are moved by a job.
    await expect
      .poll(async () => Object.keys(await namedIn()).filter((name) => !HISTORY.includes(name)))
      .toEqual([]);
    expect(await namedIn()).toMatchObject({ departments: 1, ticket_department_changes: 2 });
    const counted =
      await sql`select coalesce(sum(n), 0) as n from ticket_counts where department_id = ${NIGHT}`.execute(
        q(),
      );
    expect(counted.rows).toEqual([{ n: 0 }]);
  });

  it('gives its tickets to the people of both at once, and the time line of what goes on says so', async () => {
    const [open, solved] = tickets;
    for (const who of ['sarah', 'dewi'] as const)
      for (const { id } of tickets)
        expect(await desk.data<{ ticket: Ticket }>(who, 'GET', `/api/tickets/${id}`)).toMatchObject({
          ticket: { department_id: billing },
        });
    const lines = await desk.data<Message[]>('sarah', 'GET', `/api/tickets/${open.id}/timeline?limit=100`);
    expect(lines.at(-1)).toMatchObject({
      event: { type: 'changed', changes: [{ field: 'department_id', from: NIGHT, to: billing }] },
      author: { name: 'Ratna Wijaya' },
    });
    const now = await desk.data<{ ticket: Ticket }>('sarah', 'GET', `/api/tickets/${solved.id}`);
    expect(now.ticket.updated_at).toBe(solved.updated_at);
    // Where the user has a row for the remaining department already, the old row is deleted.
    const { rows } = await sql`select value ->> 'value' as value, (value ->> 'department_id')::bigint as id
      from sign_in_providers, jsonb_array_elements(departments)`.execute(q());
    expect(rows).toEqual([{ value: 'night', id: billing }]);
    const lost =
      await sql`select from user_lost_departments where user_id = ${t.idOf('budi')} and department_id = ${billing}`.execute(
        q(),
      );
    expect(lost.rows).toHaveLength(1);
  });

  it('stays by its name, for good', async () => {
    const [row] = await desk.data<ListRow[]>('admin', 'GET', `/api/settings/departments?id=${NIGHT}`);
    expect(row).toMatchObject({ values: { name: 'Night' }, is_active: false, is_used: true });
    const reference = await desk.data<{ departments: object[] }>('admin', 'GET', '/api/reference');
    expect(reference.departments).toContainEqual({
      id: NIGHT,
      name: 'Night',
      is_active: false,
      merged_into: billing,
    });
    const refused = {
      status: 409,
      body: { code: 'conflict', details: { reason: 'department_merged', name: 'Billing' } },
    };
    const version = row?.version ?? 0;
    const path = '/api/settings/departments';
    expect(await t.as('admin', 'POST', `${path}/bulk`, { ids: [NIGHT], is_active: true })).toMatchObject(
      refused,
    );
    expect(
      await t.as('admin', 'PATCH', `${path}/${NIGHT}`, { version, values: { name: 'Day' } }),
    ).toMatchObject(refused);
    expect(await t.as('admin', 'DELETE', `${path}/${NIGHT}`)).toMatchObject({ status: 409 });
    expect((await t.as('admin', 'POST', `${path}/undo`, {})).body).not.toMatchObject({
      operation_id: expect.any(Number),
    });
    expect(await merge(NIGHT, billing)).toMatchObject(refused);
    const audited = await sql<{
      details: unknown;
    }>`select details from audit_log where action = 'department.merged'`.execute(q());
    expect(audited.rows).toMatchObject([
      { details: { name: 'Night', into: 'Billing', open_tickets: 1, people: 2 } },
    ]);
  });

  it('leads whoever still names it to the other one, also where that was merged later', async () => {
    expect((await desk.create({ department_id: NIGHT }, 'admin')).department_id).toBe(billing);
    await sql`insert into user_departments values (${t.idOf('qa')}, ${NIGHT}), (${t.idOf('sarah')}, ${NIGHT})`.execute(
      q(),
    );
    const late = await add('departments', { name: 'Late' });
    expect((await merge(billing, late.id)).status).toBe(200);
    expect((await desk.create({ department_id: NIGHT }, 'admin')).department_id).toBe(late.id);
    const { rows } = await sql`select id from departments where merged_into = ${late.id} order by id`.execute(
      q(),
    );
    expect(rows).toEqual([{ id: billing }, { id: NIGHT }]);
  });
});

it('of very many tickets takes those that are over along in portions', { tags: 'full' }, async () => {
  const [from, into] = [
    await add('departments', { name: 'Large' }),
    await add('departments', { name: 'Larger' }),
  ];
  const { id, customer_id: customer } = await desk.create({ department_id: from.id }, 'admin');
  await sql`insert into tickets (number, subject, status, department_id, priority_id, media_id, customer_id, updated_at)
    select 'L' || n, 'Over ' || n, 'closed', ${from.id}, priority_id, media_id, ${customer}, '2026-01-01T00:00:00Z'
    from tickets, generate_series(1, 2500) n where id = ${id}`.execute(q());
  expect((await merge(from.id, into.id)).status).toBe(200);
  // Open tickets are moved at once.
  expect((await desk.data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${id}`)).ticket).toMatchObject({
    department_id: into.id,
  });
  const moved = async () => {
    const { rows } = await sql<{ tickets: number; transactions: number; changed: number }>`
      select count(*)::int as tickets, count(distinct xmin::text)::int as transactions,
        count(*) filter (where updated_at <> '2026-01-01T00:00:00Z')::int as changed
      from tickets where department_id = ${into.id} and status = 'closed'`.execute(q());
    return rows[0];
  };
  await expect.poll(moved, { timeout: 15_000 }).toEqual({ tickets: 2500, transactions: 3, changed: 0 });
  const { rows } = await sql<{ moments: number }>`select count(distinct until)::int as moments
    from ticket_department_changes where department_id = ${from.id}`.execute(q());
  expect(rows).toEqual([{ moments: 1 }]);
});

describe('it is refused', () => {
  it('to itself, to one that is inactive or merged, and to whoever may not say where people are', async () => {
    const [care = 0] = t.departmentIds;
    const closed = await add('departments', { name: `Closed ${randomUUID()}` });
    await t.as('admin', 'POST', '/api/settings/departments/bulk', { ids: [closed.id], is_active: false });
    const reasonOf = async (answer: ReturnType<typeof merge>) =>
      ((await answer).body as { details?: { reason?: string } }).details?.reason;
    expect(await reasonOf(merge(care, care))).toBe('same_department');
    expect(await reasonOf(merge(care, closed.id))).toBe('department_inactive');
    expect(await reasonOf(merge(care, NIGHT))).toBe('department_merged');
    expect((await merge(care, 999_999)).status).toBe(404);
    const modules = [{ module_code: 'DEPARTMENTS', module_activity_code: 'VIEW,EDIT', is_active: 1 }];
    const level = { name: 'Departments', visibility: 'all', modules };
    const { id } = await desk.data<{ id: number }>('admin', 'POST', '/api/levels', level);
    await sql`update users set user_level_id = ${id} where id = ${t.idOf('supervisor')}`.execute(q());
    expect(await merge(care, billing, 'supervisor')).toMatchObject({ status: 403 });
  });
});

it('knows every column that names a department', async () => {
  const known = new Set(t.app.modules.settings.departments.columns());
  const { rows } = await sql<{ place: string }>`
    select c.table_name || '.' || c.column_name as place from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%department%' and c.data_type <> 'text'
    union select k.conrelid::regclass::text || '.' || a.attname from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'f' and k.confrelid = 'departments'::regclass order by 1`.execute(q());
  expect(rows.map(({ place }) => place).filter((place) => !known.has(place))).toEqual([]);
});
