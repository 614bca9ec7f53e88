import type { InformationPost } from '@trunkline/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

type List = { data: InformationPost[]; next: string | null; unread: number };

let t: TestApp;
let category = 0;
beforeAll(async () => {
  t = await testApp();
  const answer = await t.as('admin', 'POST', '/api/settings/information_categories', {
    values: { name: 'Products' },
  });
  category = (answer.body as { data: { id: number } }).data.id;
});
afterAll(() => t.close());
beforeEach(() => t.platform.db.pool.query('delete from information_posts'));

const post = async (change: object = {}): Promise<InformationPost> => {
  const body = {
    title: 'New grinder',
    body: 'The G3 replaces the G2.',
    category_id: category,
    must_read: false,
    starts_at: null,
    ends_at: null,
    ...change,
  };
  const answer = await t.as('admin', 'POST', '/api/information', body);
  expect(answer.status).toBe(200);
  return (answer.body as { data: InformationPost }).data;
};
const board = async (who: 'dewi' | 'admin' = 'dewi', query = ''): Promise<List> =>
  (await t.as(who, 'GET', `/api/information${query}`)).body;
const titles = ({ data }: List) => data.map(({ title }) => title);
const inMinutes = (minutes: number) => new Date(t.clock.now().getTime() + minutes * 60_000).toISOString();

it('agents see what is current, newest first, and first of all what they still have to read', async () => {
  await post({ title: 'Older, to be read', must_read: true, starts_at: inMinutes(-60) });
  await post({ title: 'Newest' });
  await post({ title: 'Tomorrow', starts_at: inMinutes(1440) });
  await post({ title: 'Over', starts_at: inMinutes(-60), ends_at: inMinutes(-1) });
  expect(titles(await board())).toEqual(['Older, to be read', 'Newest']);
  expect(titles(await board('dewi', '?state=planned'))).toEqual(['Older, to be read', 'Newest']);
  expect(titles(await board('admin', '?state=planned'))).toEqual(['Tomorrow']);
  expect(titles(await board('admin', '?state=ended'))).toEqual(['Over']);
});

it('a page goes on where the one before ended, and a search is no pattern', async () => {
  for (const title of ['One', 'Two', '50% off']) await post({ title });
  const first = await board('dewi', '?limit=2');
  const second = await board('dewi', `?limit=2&cursor=${first.next}`);
  expect([...titles(first), ...titles(second)].toSorted()).toEqual(['50% off', 'One', 'Two']);
  expect(second.next).toBeNull();
  expect(titles(await board('dewi', '?q=%25'))).toEqual(['50% off']);
  expect(titles(await board('dewi', `?category=${category + 1}`))).toEqual([]);
});

it('who has read it is known, and a change can ask everybody to read it again', async () => {
  const { id, version } = await post({ must_read: true });
  expect((await board()).unread).toBe(1);
  expect(await t.as('dewi', 'PUT', `/api/information/${id}/read`, { version: version + 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale' },
  });
  expect((await t.as('dewi', 'PUT', `/api/information/${id}/read`, { version })).status).toBe(200);
  expect(await board()).toMatchObject({ unread: 0, data: [{ read_at: expect.any(String) }] });
  const readers = async () => {
    const answer = await t.as('admin', 'GET', `/api/information/${id}/readers`);
    const { data } = answer.body as { data: { id: number; read_at: string | null }[] };
    return { all: data.length, read: data.filter(({ read_at: at }) => at !== null).map((each) => each.id) };
  };
  expect(await readers()).toEqual({ all: 6, read: [t.idOf('dewi')] });
  const change = { version, body: 'The G3 replaces the G1, too.', read_again: true };
  expect((await t.as('admin', 'PATCH', `/api/information/${id}`, change)).status).toBe(200);
  expect(await t.as('admin', 'PATCH', `/api/information/${id}`, change)).toMatchObject({
    status: 409,
    body: { code: 'stale' },
  });
  expect((await readers()).read).toEqual([]);
  expect((await board()).unread).toBe(1);
});

it('only those who may edit write, and what they write makes sense', async () => {
  const { id, version } = await post();
  const body = {
    title: 'x',
    body: 'x',
    category_id: category,
    must_read: false,
    starts_at: null,
    ends_at: null,
  };
  expect((await t.as('dewi', 'POST', '/api/information', body)).status).toBe(403);
  expect((await t.as('dewi', 'GET', `/api/information/${id}/readers`)).status).toBe(403);
  const refused = async (change: object) =>
    (await t.as('admin', 'PATCH', `/api/information/${id}`, { version, ...change })).status;
  expect(await refused({ category_id: 999 })).toBe(422);
  expect(await refused({ starts_at: inMinutes(60), ends_at: inMinutes(30) })).toBe(400);
  expect(await refused({ body: ' ' })).toBe(400);
  // A category that is in use cannot be deleted.
  expect(await t.as('admin', 'DELETE', `/api/settings/information_categories/${category}`)).toMatchObject({
    status: 409,
    body: { code: 'in_use' },
  });
  expect((await t.as('admin', 'DELETE', `/api/information/${id}`)).status).toBe(200);
  expect(titles(await board())).toEqual([]);
});

it('what is planned or over can be read by nobody who may not edit', async () => {
  const { id, version } = await post({ starts_at: inMinutes(60) });
  expect((await t.as('dewi', 'PUT', `/api/information/${id}/read`, { version })).status).toBe(404);
});
