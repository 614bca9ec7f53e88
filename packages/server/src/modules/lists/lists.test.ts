import type { ImportResult, ListOperation, ListRow, ListValues } from '@trunkline/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import type { Username } from '../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Answer<T> = { status: number; body: T };
type SavedRow = { data: ListRow; operation_id: number | null };
type Refusal = { code: string; details?: unknown };

const path = (kind: string, rest = '') => `/api/settings/${kind}${rest}`;

async function add(kind: string, values: ListValues, by: Username = 'admin'): Promise<ListRow> {
  const { status, body }: Answer<SavedRow> = await t.as(by, 'POST', path(kind), { values });
  expect([status, body]).toMatchObject([200, {}]);
  return body.data;
}

async function rowsOf(kind: string, query = ''): Promise<ListRow[]> {
  const { body }: Answer<{ data: ListRow[] }> = await t.as('admin', 'GET', path(kind, query));
  return body.data;
}

const namesOf = async (kind: string, query = '') =>
  (await rowsOf(kind, query)).map(({ values }) => values['name']);

async function change(
  kind: string,
  row: ListRow,
  body: object,
  by: Username = 'admin',
): Promise<Answer<SavedRow>> {
  return t.as(by, 'PATCH', path(kind, `/${row.id}`), { version: row.version, ...body });
}

const undo = (kind: string, operationId?: number | null, by: Username = 'admin'): Promise<Answer<Refusal>> =>
  t.as(by, 'POST', path(kind, '/undo'), operationId ? { operation_id: operationId } : {});

async function operations(kind: string): Promise<ListOperation[]> {
  const { body }: Answer<{ data: ListOperation[] }> = await t.as('admin', 'GET', path(kind, '/history'));
  return body.data;
}

async function sendFile(
  kind: string,
  text: string | Buffer,
  apply = 'yes',
): Promise<Answer<{ data: ImportResult }>> {
  const boundary = 'a-boundary-of-tests';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    Buffer.from(text),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: path(kind, `/import?apply=${apply}`),
    headers: {
      authorization: `Bearer ${await t.signIn('admin')}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

beforeEach(async () => {
  await t.platform.db.pool.query(`truncate list_operations, list_changes;
    delete from templates; delete from subcategories; delete from categories; delete from ticket_types;`);
});

describe('a list', () => {
  it('is searched, narrowed down, sorted and paged without losing or repeating a row', async () => {
    for (const name of ['Banana', 'apple', 'Cherry', 'apricot']) await add('types', { name });
    const [, apple] = await rowsOf('types');
    await change('types', apple!, { is_active: false });
    expect(await namesOf('types')).toEqual(['Banana', 'apple', 'Cherry', 'apricot']);
    expect(await namesOf('types', '?q=ap&sort=name')).toEqual(['apple', 'apricot']);
    expect(await namesOf('types', '?status=inactive')).toEqual(['apple']);
    expect(await namesOf('types', '?q=%25')).toEqual([]);
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = `?limit=1&sort=name&direction=desc${cursor && `&cursor=${cursor}`}`;
      const { body }: Answer<{ data: ListRow[]; next: string | null; total: number }> = await t.as(
        'admin',
        'GET',
        path('types', query),
      );
      expect(body.total).toBe(4);
      seen.push(...body.data.map(({ values }) => values['name']));
      cursor = body.next;
    }
    expect(seen).toEqual(['Cherry', 'Banana', 'apricot', 'apple']);
  });

  it('sorts by numbers, nothing last, and by the names of what is referred to', async () => {
    const [b, a] = [await add('categories', { name: 'B' }), await add('categories', { name: 'a' })];
    await add('subcategories', { name: 'of B', category_id: b.id });
    await add('subcategories', { name: 'of a', category_id: a.id });
    expect(await namesOf('subcategories', '?sort=category_id')).toEqual(['of a', 'of B']);
    expect(await namesOf('subcategories', `?within=${b.id}`)).toEqual(['of B']);
    expect((await namesOf('priorities', '?sort=resolution_minutes')).at(0)).toBe('Urgent');
  });

  it('tells every desk of a change, and which page of the settings shows it', async () => {
    const heard: unknown[] = [];
    t.platform.events.onEvent(
      ({ name, payload }) => void (name === 'settings-changed' && heard.push(payload)),
    );
    const row = await add('types', { name: 'Heard' });
    await add('templates', { name: 'Hello', shortcut: 'hi', body: 'Hi' });
    await expect
      .poll(() => heard)
      .toEqual([
        { part: 'reference', list: 'types' },
        { part: 'templates', list: 'templates' },
      ]);
    const { body }: Answer<{ data: { types: { id: number }[] } }> = await t.as(
      'dewi',
      'GET',
      '/api/reference',
    );
    expect(body.data.types).toMatchObject([{ id: row.id, name: 'Heard' }]);
  });
});

describe('a write', () => {
  it('is refused with the field where it cannot stand', async () => {
    await add('types', { name: 'Complaint' });
    const create = (kind: string, values: object): Promise<Answer<Refusal>> =>
      t.as('admin', 'POST', path(kind), { values });
    expect(await create('types', { name: 'complaint ' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate', details: { path: 'values.name' } },
    });
    expect(await create('types', { name: ' ' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'values.name' }] },
    });
    expect(await create('subcategories', { name: 'Lost', category_id: 999_999 })).toMatchObject({
      status: 422,
      body: { code: 'invalid_reference', details: [{ path: 'values.category_id' }] },
    });
    expect(await create('templates', { name: 'A', shortcut: 'two words', body: 'x' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'values.shortcut' }] },
    });
    expect(await namesOf('types')).toEqual(['Complaint']);
  });

  it('of a template or macro is refused where an agent or a customer would be misled', async () => {
    const create = (kind: string, values: object): Promise<Answer<Refusal>> =>
      t.as('admin', 'POST', path(kind), { values });
    const hello = { name: 'Hello', shortcut: 'hi', language: 'en', body: 'Hi {{customer.name}}' };
    expect((await create('templates', hello)).status).toBe(200);
    // The same shortcut is allowed for another language, and for a template of one channel only.
    expect((await create('templates', { ...hello, language: 'id' })).status).toBe(200);
    expect((await create('templates', { ...hello, name: 'Hello there', media_id: 6 })).status).toBe(200);
    expect(await create('templates', { ...hello, name: 'Hi again', shortcut: 'HI' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate', details: { path: 'values.shortcut' } },
    });
    expect(
      await create('templates', { ...hello, name: 'X', shortcut: 'x', body: '{{colour}}' }),
    ).toMatchObject({ status: 400, body: { details: [{ path: 'values.body' }] } });
    expect(await create('macros', { name: 'Nothing' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'values.reply' }] },
    });
    expect(await create('automation', { name: 'Nothing', trigger: 'ticket_created' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'values.move_to_id' }] },
    });
    const file = await sendFile('macros', 'name,note\nSilent,\n', 'no');
    const problems = [{ line: 2, column: 'reply', problem: 'missing' }];
    expect(file.body).toMatchObject({ data: { problems } });
  });

  it('of somebody who has not seen the last one is refused with who changed what', async () => {
    const row = await add('types', { name: 'Order' });
    await change('types', row, { values: { name: 'Orders' } });
    const { status, body } = await t.as('admin', 'PATCH', path('types', `/${row.id}`), {
      version: row.version,
      values: { name: 'Ordering' },
    });
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'stale',
        details: {
          current: { id: row.id, version: 2, values: { name: 'Orders' } },
          changes: [{ user_name: 'Ratna Wijaya', after: { name: 'Orders' } }],
        },
      },
    ]);
  });

  it('of two at once is taken from one of them', async () => {
    const row = await add('types', { name: 'Race' });
    const both = await Promise.all(['One', 'Two'].map((name) => change('types', row, { values: { name } })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('stands in the audit log with who made it', async () => {
    const row = await add('types', { name: 'Audited' });
    const { rows } = await t.platform.db.pool.query(
      `select user_id, action, subject from audit_log order by id desc limit 1`,
    );
    expect(rows).toEqual([{ user_id: t.idOf('admin'), action: 'types.created', subject: String(row.id) }]);
  });
});

describe('what is in use', () => {
  it('is not deleted but deactivated, and stays on its ticket', async () => {
    const [used, unused] = [await add('types', { name: 'Used' }), await add('types', { name: 'Unused' })];
    const customer: Answer<{ data: { id: number } }> = await t.as('dewi', 'POST', '/api/customers', {
      name: 'Rina',
    });
    const created: Answer<{ data: { id: number } }> = await t.as('dewi', 'POST', '/api/tickets', {
      client_key: 'lists-in-use-1',
      customer_id: customer.body.data.id,
      subject: 'With a type',
      department_id: t.departmentIds[0],
      type_id: used.id,
    });
    expect(await rowsOf('types')).toMatchObject([{ is_used: true }, { is_used: false }]);
    const remove = (row: ListRow): Promise<Answer<Refusal>> =>
      t.as('admin', 'DELETE', path('types', `/${row.id}`));
    expect(await remove(used)).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect((await remove(unused)).status).toBe(200);
    const [now] = await rowsOf('types');
    expect((await change('types', now!, { is_active: false })).status).toBe(200);
    const ticket = await t.as('dewi', 'GET', `/api/tickets/${created.body.data.id}`);
    expect(ticket.body).toMatchObject({ data: { ticket: { type_id: used.id } } });
    // The ticket may get another type later, but its time line still names this one.
    await t.platform.db.pool.query('update tickets set type_id = null');
    expect(await remove(used)).toMatchObject({ status: 409 });
    await t.platform.db.pool.query('update ticket_types set is_used = false');
  });

  it('counts also where another list, an agent or a rule for recordings refers to it', async () => {
    const category = await add('categories', { name: 'Delivery' });
    await add('subcategories', { name: 'Late', category_id: category.id });
    expect(await rowsOf('categories')).toMatchObject([{ is_used: true }]);
    const [care] = t.departmentIds;
    expect(await t.as('admin', 'DELETE', path('departments', `/${care}`))).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    });
    const night = await add('departments', { name: 'Night' });
    const rule = { department_id: night.id, voice: 'always', video: null };
    const recording = { voice: null, video: null, departments: [rule], keep_days: null };
    await t.as('admin', 'PATCH', '/api/configs/app', { recording });
    expect((await t.as('admin', 'DELETE', path('departments', `/${night.id}`))).status).toBe(409);
    await t.as('admin', 'PATCH', '/api/configs/app', { recording: { ...recording, departments: [] } });
    expect((await t.as('admin', 'DELETE', path('departments', `/${night.id}`))).status).toBe(200);
  });
});

describe('the order', () => {
  it('is moved one row at a time, and is what desks get', async () => {
    const rows = [];
    for (const name of ['a', 'b', 'c', 'd']) rows.push(await add('types', { name }));
    const [a, b, c, d] = rows.map(({ id }) => id);
    await t.as('admin', 'POST', path('types', '/order'), { id: d, after: null });
    await t.as('admin', 'POST', path('types', '/order'), { id: a, after: c });
    expect((await rowsOf('types')).map(({ id }) => id)).toEqual([d, b, c, a]);
    const { body }: Answer<{ data: { types: { id: number }[] } }> = await t.as(
      'dewi',
      'GET',
      '/api/reference',
    );
    expect(body.data.types.map(({ id }) => id)).toEqual([d, b, c, a]);
    expect((await t.as('admin', 'POST', path('types', '/order'), { id: a, after: 999_999 })).status).toBe(
      404,
    );
  });

  it('is one consistent order after many have moved rows at once', { tags: 'full' }, async () => {
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.push((await add('types', { name: `row ${n}` })).id);
    await Promise.all(
      ids.map((id, index) =>
        t.as('admin', 'POST', path('types', '/order'), { id, after: ids[(index + 3) % 8] }),
      ),
    );
    const rows = await rowsOf('types');
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('of priorities is their rank', async () => {
    const [urgent, high] = await rowsOf('priorities');
    await t.as('admin', 'POST', path('priorities', '/order'), { id: high!.id, after: null });
    const { body } = await t.as('dewi', 'GET', '/api/reference');
    expect(body).toMatchObject({
      data: {
        priorities: [{ id: high!.id, rank: 1 }, { id: urgent!.id, rank: 2 }, { rank: 3 }, { rank: 4 }],
      },
    });
    await undo('priorities');
    expect(await namesOf('priorities')).toEqual(['Urgent', 'High', 'Normal', 'Low']);
  });
});

describe('the default priority', () => {
  it('is one, and active', async () => {
    const rows = await rowsOf('priorities');
    const normal = rows.find(({ values }) => values['is_default'])!;
    const refused = { status: 409, body: { code: 'conflict', details: { path: 'values.is_default' } } };
    expect(await change('priorities', normal, { is_active: false })).toMatchObject(refused);
    expect(await change('priorities', normal, { values: { is_default: false } })).toMatchObject(refused);
    const { body } = await change('priorities', rows[0]!, { values: { is_default: true } });
    expect((await rowsOf('priorities')).filter(({ values }) => values['is_default'])).toHaveLength(1);
    await undo('priorities', body.operation_id);
    expect((await rowsOf('priorities')).find(({ values }) => values['is_default'])?.id).toBe(normal.id);
  });
});

describe('undo', () => {
  it('takes back a change, a new row, a deleted one in its place, a bulk change, and an undo', async () => {
    const [a, b, c] = [
      await add('types', { name: 'a' }),
      await add('types', { name: 'b' }),
      await add('types', { name: 'c' }),
    ];
    await change('types', b, { values: { name: 'B' } });
    await undo('types');
    expect(await namesOf('types')).toEqual(['a', 'b', 'c']);

    await t.as('admin', 'DELETE', path('types', `/${b.id}`));
    await undo('types');
    const back = await rowsOf('types');
    expect(back.map(({ id }) => id)).toEqual([a.id, b.id, c.id]);
    // A screen that shows the old version must get `stale`.
    expect(back[1]!.version).toBeGreaterThan(3);

    await t.as('admin', 'POST', path('types', '/bulk'), { ids: [a.id, c.id], is_active: false });
    const done: Answer<{ operation_id: number }> = await t.as('admin', 'POST', path('types', '/undo'), {});
    expect(await namesOf('types', '?status=inactive')).toEqual([]);
    await undo('types', done.body.operation_id);
    expect(await namesOf('types', '?status=inactive')).toEqual(['a', 'c']);

    const fresh = await add('types', { name: 'd' });
    await undo('types');
    expect((await rowsOf('types')).map(({ id }) => id)).not.toContain(fresh.id);
  });

  it('leaves alone what somebody else did after it', async () => {
    const row = await add('types', { name: 'First' });
    const { body: mine } = await change('types', row, { values: { name: 'Mine' } });
    await change('types', mine.data, { values: { name: 'Theirs' } });
    expect(await undo('types', mine.operation_id)).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(await namesOf('types')).toEqual(['Theirs']);
  });

  it('is there for a day', async () => {
    const { body } = await change('types', await add('types', { name: 'Old' }), { values: { name: 'New' } });
    await t.platform.db.pool.query(`update list_operations set at = at - interval '25 hours'`);
    expect((await undo('types', body.operation_id)).status).toBe(404);
    expect((await undo('types')).status).toBe(404);
    expect((await operations('types')).map(({ can_undo }) => can_undo)).toEqual([false, false]);
  });

  it('stands in the history beside what it took back', async () => {
    const row = await add('types', { name: 'Before' });
    await change('types', row, { values: { name: 'After' } });
    await undo('types');
    expect(await operations('types')).toMatchObject([
      { action: 'undone', changes: [{ before: { name: 'After' }, after: { name: 'Before' } }] },
      { action: 'changed', is_undone: true, can_undo: false, user_name: 'Ratna Wijaya' },
      { action: 'created', count: 1, changes: [{ row_id: row.id, before: null }] },
    ]);
  });
});

describe('a file', () => {
  it('adds, changes by name or id, and is one operation that can be taken back', async () => {
    const kept = await add('types', { name: 'Kept' });
    const named = await add('types', { name: 'Named' });
    const text = `id;name;is_active\r\n${kept.id};Renamed;\r\n;named;no\r\n;"New; one";yes\r\n`;
    const dry = await sendFile('types', text, 'no');
    expect(dry.body.data).toMatchObject({ rows: 3, created: 1, changed: 2, is_applied: false, problems: [] });
    expect(await namesOf('types')).toEqual(['Kept', 'Named']);
    const { body } = await sendFile('types', `\uFEFF${text}`);
    expect(body.data).toMatchObject({ created: 1, changed: 2, is_applied: true });
    expect(await rowsOf('types')).toMatchObject([
      { id: kept.id, is_active: true, values: { name: 'Renamed' } },
      { id: named.id, is_active: false, values: { name: 'named' } },
      { is_active: true, values: { name: 'New; one' } },
    ]);
    expect((await sendFile('types', text)).body.data).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
    await undo('types', body.data.operation_id);
    expect(await namesOf('types')).toEqual(['Kept', 'Named']);
  });

  it('with anything wrong in it stores nothing, and says what is wrong in which line', async () => {
    await add('categories', { name: 'Delivery' });
    const { body } = await sendFile(
      'subcategories',
      'name,category_id,is_active\nLate,delivery,yes\n,Delivery,yes\nLost,Nowhere,maybe\n"late",Delivery,no\n',
    );
    expect(body.data).toMatchObject({
      is_applied: false,
      problem_count: 4,
      problems: [
        { line: 3, column: 'name', problem: 'missing' },
        { line: 4, column: 'category_id', problem: 'unknown_reference' },
        { line: 4, column: 'is_active', problem: 'invalid' },
        { line: 5, column: 'name', problem: 'twice' },
      ],
    });
    expect(await namesOf('subcategories')).toEqual([]);
  });

  it.each([
    ['no CSV', 'name\n"open', [{ problem: 'unreadable' }]],
    [
      'another encoding',
      Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xff, 0xfe, 0x0a]),
      [{ problem: 'unreadable' }],
    ],
    [
      'a column that there is not',
      'name,colour\nA,red\n',
      [{ line: 1, column: 'colour', problem: 'unknown_column' }],
    ],
    ['no name', 'is_active\nyes\n', [{ column: 'name', problem: 'missing_column' }]],
    ['nothing', '', [{ problem: 'missing_column' }]],
    ['an id that there is not', 'id,name\n999999,A\n', [{ line: 2, column: 'id', problem: 'unknown_id' }]],
    ['too many lines', `name\n${'x\n'.repeat(10_001)}`, [{ problem: 'too_many' }]],
  ])('with %s is refused in words', async (_what, text, problems) => {
    const { status, body } = await sendFile('types', text);
    expect([status, body]).toMatchObject([200, { data: { is_applied: false, problems } }]);
  });

  it('that is too big is refused', async () => {
    expect((await sendFile('types', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).status).toBe(413);
  });

  it('of 10,000 rows is taken, and taken back', { tags: 'full' }, async () => {
    const text = `name\n${Array.from({ length: 10_000 }, (_, n) => `Row ${n}`).join('\n')}\n`;
    const { body } = await sendFile('types', text);
    expect(body.data).toMatchObject({ created: 10_000, is_applied: true });
    const full: Answer<Refusal> = await t.as('admin', 'POST', path('types'), {
      values: { name: 'One more' },
    });
    expect(full.status).toBe(413);
    expect((await undo('types', body.data.operation_id)).status).toBe(200);
    expect(await namesOf('types')).toEqual([]);
  });
});
