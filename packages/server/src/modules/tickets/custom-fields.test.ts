import type { AnswerChanges, CustomField, ListRow, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import type { Username } from '../../../test/people.ts';

let t: TestApp;
let customerId: number;
beforeAll(async () => {
  t = await testApp();
  const { body } = await t.as('dewi', 'POST', '/api/customers', { name: 'Rina Hartono' });
  customerId = (body as { data: { id: number } }).data.id;
});
afterAll(() => t.close());

let count = 0;
const fieldOf = (kind: string) =>
  field({ kind, ...(kind.startsWith('choice') && { options: options('Small', 'Large') }) });

/** Creates a custom field in the settings. */
async function field(values: Partial<Record<keyof CustomField, unknown>>): Promise<ListRow> {
  count += 1;
  const basics = { name: `Field ${count}`, key: `field_${count}`, kind: 'line', entity: 'ticket' };
  const answer = await t.as('admin', 'POST', '/api/settings/custom_fields', {
    values: { ...basics, ...values },
  });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { data: ListRow }).data;
}

async function newType(): Promise<ListRow> {
  const values = { name: `Type ${(count += 1)}` };
  return ((await t.as('admin', 'POST', '/api/settings/types', { values })).body as { data: ListRow }).data;
}

const change = async ({ id }: ListRow, values: object, more: object = {}) => {
  const { body } = await t.as('admin', 'GET', `/api/settings/custom_fields?id=${id}`);
  const { version } = (body as { data: ListRow[] }).data[0]!;
  return t.as('admin', 'PATCH', `/api/settings/custom_fields/${id}`, { version, values, ...more });
};
const options = (...names: string[]) => names.map((name) => ({ id: '', name, is_active: true }));

async function open(more: object = {}, by: Username = 'dewi') {
  count += 1;
  return t.as(by, 'POST', '/api/tickets', {
    client_key: `fields-${String(count).padStart(4, '0')}`,
    customer_id: customerId,
    subject: 'With fields',
    department_id: t.departmentIds[0],
    ...more,
  });
}
const ticketOf = ({ body }: { body: never }): Ticket => (body as { data: Ticket }).data;
const opened = async (more: object = {}) => ticketOf(await open(more));
const fill = ({ id, version }: Ticket, fields: AnswerChanges, by: Username = 'dewi') =>
  t.as(by, 'PATCH', `/api/tickets/${id}`, { version, fields });
const solve = ({ id, version }: Ticket, more: object = {}) =>
  t.as('dewi', 'POST', `/api/tickets/${id}/solve`, { version, ...more });

/** Creates a required field for one test only, because all other tests would have to fill it in. */
async function required(values: Parameters<typeof field>[0], run: (row: ListRow) => Promise<void>) {
  const row = await field(values);
  try {
    await run(row);
  } finally {
    await change(row, { required: 'never' });
  }
}

describe('an answer', () => {
  it('is kept, logged with both values, and found by the filters’ table', async () => {
    const row = await field({ name: 'Order number' });
    const ticket = await opened();
    const after = ticketOf(await fill(ticket, { [row.id]: ' A-1042 ' }));
    expect(after).toMatchObject({ fields: { [row.id]: 'A-1042' }, version: ticket.version + 1 });
    const { body } = await t.as('dewi', 'GET', `/api/tickets/${ticket.id}/timeline?kind=event`);
    expect((body as { data: { event: object }[] }).data.at(-1)?.event).toMatchObject({
      changes: [{ field: `field:${row.id}`, from: null, to: 'A-1042' }],
    });
    const kept =
      await sql`select word, num, at from ticket_field_values where ticket_id = ${ticket.id}`.execute(
        t.platform.db.q,
      );
    expect(kept.rows).toEqual([{ word: 'a-1042', num: null, at: null }]);
    expect(ticketOf(await fill(after, { [row.id]: null })).fields).toEqual({});
  });

  it.each([
    ['number', 'twelve', 'invalid'],
    ['date', '2026-02-30', 'invalid'],
    ['date_time', '2026-02-28 10:00', 'invalid'],
    ['check', 'yes', 'invalid'],
    ['link', 'javascript:alert(1)', 'invalid'],
    ['line', 'x'.repeat(301), 'too_long'],
    ['choice', '9', 'no_option'],
    ['choices', ['1', '9'], 'no_option'],
  ])('to a field of the kind %s can’t be %j: %s', async (kind, given, problem) => {
    const row = await fieldOf(kind);
    expect(await fill(await opened(), { [row.id]: given })).toMatchObject({
      status: 400,
      body: { code: 'invalid', details: [{ path: `fields.${row.id}`, problem }] },
    });
  });

  it.each([
    ['number', 12.5, 12.5],
    ['date', '2026-02-28', '2026-02-28'],
    ['date_time', '2026-02-28T10:00:00+07:00', '2026-02-28T03:00:00.000Z'],
    ['check', true, true],
    ['link', 'https://shop.example/orders/7', 'https://shop.example/orders/7'],
    ['choices', ['2', '1', '2'], ['1', '2']],
  ])('to a field of the kind %s can be %j', async (kind, given, kept) => {
    const row = await fieldOf(kind);
    const after = ticketOf(await fill(await opened(), { [row.id]: given }));
    expect(after.fields).toEqual({ [row.id]: kept });
  });

  it('is refused where there is no such field, where it is switched off, and on the wrong type', async () => {
    const [type, other] = [await newType(), await newType()];
    const limited = await field({ type_ids: [type.id] });
    const off = await field({});
    await change(off, {}, { is_active: false });
    const ticket = await opened({ type_id: other.id });
    const problemOf = async (id: number) =>
      ((await fill(ticket, { [id]: 'x' })).body as { details: { problem: string }[] }).details[0]?.problem;
    expect(await problemOf(999_999)).toBe('off');
    expect(await problemOf(off.id)).toBe('off');
    expect(await problemOf(limited.id)).toBe('not_here');
    const moved = await t.as('dewi', 'PATCH', `/api/tickets/${ticket.id}`, {
      version: ticket.version,
      type_id: type.id,
      fields: { [limited.id]: 'x' },
    });
    expect(ticketOf(moved).fields).toEqual({ [limited.id]: 'x' });
  });

  it('stays when its option is switched off or renamed, and is offered no longer', async () => {
    const row = await field({ kind: 'choice', options: options('Small', 'Large') });
    const ticket = await opened({ fields: { [row.id]: '1' } });
    const now = [
      { id: '2', name: 'Large', is_active: true },
      { id: '1', name: 'Little', is_active: false },
    ];
    expect((await change(row, { options: now })).status).toBe(200);
    const again = await fill(ticket, { [row.id]: '1' });
    expect(ticketOf(again)).toMatchObject({ fields: { [row.id]: '1' }, version: ticket.version });
    expect((await fill(await opened(), { [row.id]: '1' })).status).toBe(400);
    // An option that was ever chosen cannot be removed, since time lines name it.
    await fill(ticket, { [row.id]: '2' });
    expect(await change(row, { options: [now[0]] })).toMatchObject({
      status: 409,
      body: { code: 'in_use', details: { path: 'values.options' } },
    });
  });
});

describe('an option that is removed while somebody chooses it', () => {
  it('stays: whoever removes it waits for the answer, and is refused', async () => {
    const row = await field({ kind: 'choice', options: options('Small', 'Large') });
    const ticket = await opened();
    const { db } = t.platform;
    const waiting = () =>
      sql`select from pg_locks where locktype = 'advisory' and not granted and database =
        (select oid from pg_database where datname = current_database())`.execute(db.q);
    let removal: ReturnType<typeof change> | undefined;
    await db.transaction(async (tx) => {
      const { tickets } = t.app.modules;
      const before = (await tickets.lock(tx, ticket.id)) ?? ticket;
      const fields = await t.app.modules.settings.customFields.hold(tx.q, 'ticket');
      expect(fields.some(({ id }) => id === row.id)).toBe(true);
      removal = change(row, { options: [{ id: '2', name: 'Large', is_active: true }] });
      await vi.waitFor(async () => expect((await waiting()).rows).toHaveLength(1), { timeout: 10_000 });
      const by = { type: 'user', id: t.idOf('dewi'), name: 'Dewi Lestari' } as const;
      await tickets.change(tx, before, { fields: { [row.id]: '1' } }, by);
    });
    expect(await removal).toMatchObject({ status: 409, body: { code: 'in_use' } });
  });
});

describe('two agents on one ticket', () => {
  it('are told of each other’s fields: the second is refused with what changed', async () => {
    const [one, two] = [await field({}), await field({ kind: 'number' })];
    const ticket = await opened();
    await fill(ticket, { [one.id]: 'first' });
    expect(await fill(ticket, { [two.id]: 2 }, 'budi')).toMatchObject({
      status: 409,
      body: {
        code: 'stale',
        details: { changes: [{ field: `field:${one.id}`, from: null, to: 'first', by: 'Dewi Lestari' }] },
      },
    });
  });
});

describe('a field that has to be filled in', () => {
  it('when created: by hand it is demanded, a mail comes in without, and it can’t be emptied', () =>
    required({ name: 'Product', required: 'create' }, async (row) => {
      expect(await open()).toMatchObject({
        status: 409,
        body: {
          code: 'fields_missing',
          details: [{ path: `fields.${row.id}`, message: expect.stringContaining('Product') }],
        },
      });
      const ticket = await opened({ fields: { [row.id]: 'Grinder' } });
      expect(await fill(ticket, { [row.id]: null })).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      });
      const { db } = t.platform;
      const byMail = await db.transaction((tx) =>
        t.app.modules.tickets.open(tx, {
          subject: 'By mail',
          department_id: t.departmentIds[0] ?? 0,
          media_id: 2,
          customer_id: customerId,
        }),
      );
      expect((await solve(byMail)).body).toMatchObject({ code: 'fields_missing' });
    }));

  it('when solved: solving is refused until it is there, and may bring it along', () =>
    required({ required: 'solve' }, async (row) => {
      const ticket = await opened();
      expect((await solve(ticket)).body).toMatchObject({ code: 'fields_missing' });
      const solved = await solve(ticket, { fields: { [row.id]: 'done' } });
      expect(ticketOf(solved)).toMatchObject({ status: 'solved', fields: { [row.id]: 'done' } });
    }));

  it('of another type is not asked for', async () => {
    const [type, other] = [await newType(), await newType()];
    await required({ required: 'solve', type_ids: [type.id] }, async () => {
      expect((await solve(await opened({ type_id: other.id }))).status).toBe(200);
      expect((await solve(await opened({ type_id: type.id }))).status).toBe(409);
    });
  });

  it('never holds up what happens by itself', () =>
    required({ required: 'solve' }, async () => {
      const ticket = await opened();
      const { tickets } = t.app.modules;
      const system = { type: 'system', id: null, name: 'Trunkline' } as const;
      const after = await t.platform.db.transaction(async (tx) => {
        const before = await tickets.lock(tx, ticket.id);
        return before && tickets.change(tx, before, { status: 'solved' }, system);
      });
      expect(after?.status).toBe('solved');
    }));

  it('holds up no merging: what goes on in another ticket is not solved', () =>
    required({ required: 'solve' }, async () => {
      const [from, into] = [await opened(), await opened()];
      expect(await t.as('dewi', 'POST', `/api/tickets/${into.id}/merge`, { from: [from.id] })).toMatchObject({
        status: 200,
      });
      const { body } = await t.as('dewi', 'GET', `/api/tickets/${from.id}`);
      expect(body).toMatchObject({ data: { ticket: { status: 'closed', merged_into: into.id } } });
    }));

  it('is all that somebody who may solve but not edit can answer while solving', () =>
    required({ required: 'solve' }, async (row) => {
      const other = await field({});
      const ticket = await opened();
      const dewi = await t.app.modules.auth.viewer(await t.signIn('dewi'));
      const viewer = { ...dewi, codes: new Set(['TICKETS:SOLVE']) };
      const solveAs = (fields: AnswerChanges) =>
        t.app.modules.tickets.solve(viewer, ticket.id, { version: ticket.version, fields });
      await expect(solveAs({ [row.id]: 'x', [other.id]: 'y' })).rejects.toMatchObject({ code: 'invalid' });
      expect(await solveAs({ [row.id]: 'x' })).toMatchObject({ status: 'solved' });
    }));
});

describe('the list of fields', () => {
  it('lets nobody change the kind of a field that was answered', async () => {
    const row = await field({});
    expect((await change(row, { kind: 'number' })).status).toBe(200);
    await opened({ fields: { [row.id]: 5 } });
    expect(await change(row, { kind: 'line' })).toMatchObject({
      status: 409,
      body: { code: 'in_use', details: { path: 'values.kind' } },
    });
    const gone = await t.as('admin', 'DELETE', `/api/settings/custom_fields/${row.id}`);
    expect(gone.body).toMatchObject({ code: 'in_use' });
  });

  it('wants options for a choice, and each short name once for tickets and once for customers', async () => {
    const create = (values: object) =>
      t.as('admin', 'POST', '/api/settings/custom_fields', {
        values: { name: `Choice ${(count += 1)}`, key: 'size', entity: 'ticket', kind: 'line', ...values },
      });
    expect(await create({ kind: 'choice' })).toMatchObject({
      status: 400,
      body: { code: 'invalid', details: [{ path: 'values.options' }] },
    });
    expect(await create({ entity: 'customer', required: 'solve' })).toMatchObject({ status: 400 });
    expect((await create({})).status).toBe(200);
    expect((await create({ entity: 'customer' })).status).toBe(200);
    expect(await create({ key: 'SIZE' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate', details: { path: 'values.key' } },
    });
  });

  it('keeps a type that a field refers to', async () => {
    const made = await t.as('admin', 'POST', '/api/settings/types', { values: { name: 'Only for a field' } });
    const type = (made.body as { data: ListRow }).data;
    await field({ type_ids: [type.id] });
    expect((await t.as('admin', 'DELETE', `/api/settings/types/${type.id}`)).body).toMatchObject({
      code: 'in_use',
    });
    const gone = await t.platform.db.q
      .deleteFrom('ticket_types')
      .where('id', '=', type.id)
      .execute()
      .catch(String);
    expect(gone).toMatch(/a custom field refers to this/);
  });
});
