import type { LevelLayouts } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import type { Username } from '../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const layoutsOf = async (level: string): Promise<LevelLayouts> => {
  const { data } = (await t.as('admin', 'GET', '/api/list_fields')).body as { data: LevelLayouts[] };
  return data.find((each) => each.level === level)!;
};
const save = async (level: string, change: Partial<LevelLayouts>) => {
  const { level_id: id, version, tickets, customers } = { ...(await layoutsOf(level)), ...change };
  return t.as('admin', 'PUT', `/api/list_fields/${id}`, { version, tickets, customers });
};
const get = async <T>(who: Username, address: string): Promise<T> =>
  ((await t.as(who, 'GET', address)).body as { data: T }).data;
type Desk = { views: { columns: string[] | null }[]; settings: { columns: string[]; sort: string | null } };

it('a level’s people have its columns and its order, until they choose their own columns', async () => {
  const tickets = { columns: ['number', 'subject'], sort: 'due', may_choose: true } as const;
  const customers = { columns: ['name', 'note'], sort: 'name', may_choose: true } as const;
  expect((await save('Agent', { tickets: { ...tickets, columns: [...tickets.columns] } })).status).toBe(200);
  expect((await save('Agent', { customers: { ...customers, columns: [...customers.columns] } })).status).toBe(
    200,
  );
  expect((await get<Desk>('dewi', '/api/tickets/views')).settings).toMatchObject(tickets);
  expect(await get('dewi', '/api/customers/columns')).toEqual({
    columns: null,
    at_first: ['name', 'note'],
    may_choose: true,
    sort: 'name',
  });
  expect((await get<Desk>('admin', '/api/tickets/views')).settings.sort).toBeNull();
  await t.as('dewi', 'PUT', '/api/tickets/desk', { columns: ['number', 'status'] });
  expect((await get<Desk>('dewi', '/api/tickets/views')).settings.columns).toEqual(['number', 'status']);
  expect((await get<Desk>('budi', '/api/tickets/views')).settings.columns).toEqual(['number', 'subject']);
});

it('where the level does not let them choose, what they chose before counts no more', async () => {
  const body = { name: 'Own', search: { view: 'open' }, columns: ['number', 'tags'] };
  await t.as('dewi', 'POST', '/api/tickets/views', body);
  await t.as('dewi', 'PUT', '/api/customers/columns', { columns: ['name'] });
  await save('Agent', {
    tickets: { columns: ['subject'], sort: null, may_choose: false },
    customers: { columns: null, sort: null, may_choose: false },
  });
  const desk = await get<Desk>('dewi', '/api/tickets/views');
  expect(desk).toMatchObject({ settings: { columns: ['subject'] }, views: [{ columns: null }] });
  expect(await get('dewi', '/api/customers/columns')).toMatchObject({ columns: null, may_choose: false });
  expect((await t.as('dewi', 'PUT', '/api/tickets/desk', { columns: ['number'] })).status).toBe(403);
  expect((await t.as('dewi', 'PUT', '/api/tickets/desk', { view_order: [] })).status).toBe(200);
  expect((await t.as('dewi', 'PUT', '/api/customers/columns', { columns: ['name'] })).status).toBe(403);
});

it('of two administrators the second is told what the first has saved', async () => {
  const { version } = await layoutsOf('QA analyst');
  expect((await save('QA analyst', {})).status).toBe(200);
  expect(await save('QA analyst', { version })).toMatchObject({
    status: 409,
    body: { code: 'stale', details: { current: { version: version + 1 } } },
  });
});

it('counts at once on open screens of that level, and on no others', async () => {
  const heard: string[] = [];
  for (const who of ['dewi', 'admin'] as const) {
    const socket = await t.connect(who);
    socket.on('ticket-views-changed', () => void heard.push(who));
    await socket.emitWithAck('resume', { after: null, topics: [] });
  }
  await save('Agent', { tickets: { columns: null, sort: 'oldest', may_choose: true } });
  await expect.poll(() => heard).toEqual(['dewi']);
});

it('columns that there are not are refused', async () => {
  const tickets = { columns: ['shoe_size'] as never, sort: null, may_choose: true };
  expect((await save('Agent', { tickets })).status).toBe(400);
  expect((await t.as('dewi', 'GET', '/api/list_fields')).status).toBe(403);
});
