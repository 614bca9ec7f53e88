import type { Customer, ListRow } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
let card: number;
let since: number;
beforeAll(async () => {
  t = await testApp();
  const field = async (values: object): Promise<number> => {
    const answer = await t.as('admin', 'POST', '/api/settings/custom_fields', { values });
    return (answer.body as { data: ListRow }).data.id;
  };
  card = await field({ name: 'Card', key: 'card', entity: 'customer', kind: 'line', required: 'create' });
  since = await field({ name: 'Since', key: 'since', entity: 'customer', kind: 'date' });
});
afterAll(() => t.close());

const create = (fields: object) => t.as('dewi', 'POST', '/api/customers', { name: 'Rina Hartono', fields });
const made = async (fields: object): Promise<Customer> =>
  ((await create(fields)).body as { data: Customer }).data;
const update = ({ id, version }: Customer, fields: object) =>
  t.as('dewi', 'PATCH', `/api/customers/${id}`, { version, fields });

it('are demanded of whoever makes a customer by hand, and of nobody who writes in', async () => {
  expect(await create({})).toMatchObject({
    status: 409,
    body: { code: 'fields_missing', details: [{ path: `fields.${card}`, problem: 'required' }] },
  });
  const { id } = await t.platform.db.transaction((tx) =>
    t.app.modules.customers.ofAddress(tx, { address: 'new@mail.example', name: 'New', language: 'en' }),
  );
  // A customer who lacked the required answer before can still be changed.
  const { body } = await t.as('dewi', 'GET', `/api/customers/${id}`);
  const renamed = await t.as('dewi', 'PATCH', `/api/customers/${id}`, {
    version: (body as { data: Customer }).data.version,
    name: 'Renamed',
  });
  expect(renamed.status).toBe(200);
});

it('are kept, checked and found by the filters’ table', async () => {
  const customer = await made({ [card]: ' A-7 ', [since]: '2024-02-29' });
  expect(customer.fields).toEqual({ [card]: 'A-7', [since]: '2024-02-29' });
  expect(await update(customer, { [since]: '2023-02-29' })).toMatchObject({
    status: 400,
    body: { code: 'invalid', details: [{ path: `fields.${since}`, problem: 'invalid' }] },
  });
  expect(await update(customer, { [card]: null })).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect((await update(customer, { [since]: null })).body).toMatchObject({
    data: { fields: { [card]: 'A-7' } },
  });
  const kept =
    await sql`select field_id, word from customer_field_values where customer_id = ${customer.id}`.execute(
      t.platform.db.q,
    );
  expect(kept.rows).toEqual([{ field_id: card, word: 'a-7' }]);
});

it('of tickets are none of theirs', async () => {
  const values = { name: 'Order', key: 'order', entity: 'ticket', kind: 'line' };
  const answer = await t.as('admin', 'POST', '/api/settings/custom_fields', { values });
  const { id } = (answer.body as { data: ListRow }).data;
  expect(await create({ [card]: 'x', [id]: 'y' })).toMatchObject({
    status: 400,
    body: { details: [{ path: `fields.${id}`, problem: 'off' }] },
  });
});

it('edited by two at once are taken from one: the other is told what is there', async () => {
  const customer = await made({ [card]: 'first' });
  const answers = await Promise.all(['one', 'two'].map((word) => update(customer, { [card]: word })));
  const [taken] = answers.filter(({ status }) => status === 200);
  const [refused] = answers.filter(({ status }) => status !== 200);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'stale',
      details: { current: { fields: (taken?.body as { data: Customer } | undefined)?.data.fields } },
    },
  });
});

it('narrow the list of customers down, page by page, and refuse what cannot be asked', async () => {
  const values = { name: 'Visits', key: 'visits', entity: 'customer', kind: 'number' };
  const answer = await t.as('admin', 'POST', '/api/settings/custom_fields', { values });
  const { id: visits } = (answer.body as { data: ListRow }).data;
  for (const count of [1, 2, 3, 4, 5]) await made({ [card]: `many ${count}`, [visits]: count });
  const list = (where: unknown, more = '') =>
    t.as('dewi', 'GET', `/api/customers?where=${encodeURIComponent(JSON.stringify(where))}${more}`);
  const more = { field: `field:${visits}`, op: 'more', value: 1 };
  const notFour = { field: `field:${card}`, op: 'is_not', value: 'MANY 4' };
  const seen: unknown[] = [];
  for (let next: string | null = ''; next !== null;) {
    const page = await list(
      [more, notFour],
      `&limit=2&sort=created${next && `&cursor=${encodeURIComponent(next)}`}`,
    );
    const body = page.body as { data: Customer[]; next: string | null };
    seen.push(...body.data.map(({ fields }) => fields[visits]));
    next = body.next;
  }
  expect(seen).toEqual([5, 3, 2]);
  for (const where of [
    [{ field: 'field:999999', op: 'is_set' }],
    [{ ...more, value: 'x' }],
    [{ ...more, op: 'near' }],
    'x',
  ])
    expect((await list(where)).status).toBe(400);
});

it('are exported as the list is narrowed down, and are asked for by moments from now', async () => {
  const values = { name: 'Renewal', key: 'renewal', entity: 'customer', kind: 'date' };
  const answer = await t.as('admin', 'POST', '/api/settings/custom_fields', { values });
  const { id: renewal } = (answer.body as { data: ListRow }).data;
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await made({ [card]: 'soon', [renewal]: day(3) });
  await made({ [card]: 'later', [renewal]: day(30) });
  const where = [
    { field: `field:${renewal}`, op: 'before', value: '+7d' },
    { field: `field:${renewal}`, op: 'after', value: '-7d' },
  ];
  const query = `where=${encodeURIComponent(JSON.stringify(where))}`;
  const list = (await t.as('dewi', 'GET', `/api/customers?${query}`)).body as { data: Customer[] };
  expect(list.data.map(({ fields }) => fields[card])).toEqual(['soon']);
  const file = await t.call('GET', `/api/customers/export?${query}`, { token: await t.signIn('admin') });
  expect(String(file.body)).toContain('soon');
  expect(String(file.body)).not.toContain('later');
});

it('may have a column in the table of customers, which everybody chooses for themselves', async () => {
  const path = '/api/customers/columns';
  expect((await t.as('dewi', 'GET', path)).body).toMatchObject({ data: { columns: null } });
  const columns = [`field:${card}`, 'name', 'language'];
  expect((await t.as('dewi', 'PUT', path, { columns })).status).toBe(200);
  expect((await t.as('dewi', 'GET', path)).body).toMatchObject({ data: { columns } });
  expect((await t.as('budi', 'GET', path)).body).toMatchObject({ data: { columns: null } });
  expect((await t.as('dewi', 'PUT', path, { columns: ['name', 'name'] })).status).toBe(400);
  const back = await t.as('dewi', 'PUT', path, { columns: null });
  expect(back.body).toMatchObject({ data: { columns: null } });
});
