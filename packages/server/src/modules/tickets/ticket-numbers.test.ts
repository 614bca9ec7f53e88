import type { Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
let customerId: number;
beforeAll(async () => {
  t = await testApp();
  const { body } = await t.as('dewi', 'POST', '/api/customers', { name: 'Rina' });
  customerId = (body as { data: { id: number } }).data.id;
});
afterAll(() => t.close());

let keys = 0;
async function open(): Promise<Ticket> {
  const { body } = await t.as('dewi', 'POST', '/api/tickets', {
    subject: 'Parcel',
    department_id: t.departmentIds[0],
    client_key: `numbered-${(keys += 1)}`,
    customer_id: customerId,
  });
  return (body as { data: Ticket }).data;
}

const write = (ticket_number: object) => t.as('admin', 'PATCH', '/api/configs/app', { ticket_number });

it('new tickets are numbered as set, old ones keep theirs, and both are found and stand by age', async () => {
  const plain = await open();
  expect(plain.number).toMatch(/^\d{6}$/);
  expect((await write({ prefix: 'SUP', date: 'year', digits: 8 })).status).toBe(200);
  const dated = await open();
  const year = t.clock.now().getUTCFullYear();
  expect(dated.number).toBe(`SUP-${year}-00${Number(plain.number) + 1}`);
  await write({ prefix: 'A', date: 'none', digits: 6 });
  const short = await open();

  const found = async (text: string) => {
    const { body } = await t.as('dewi', 'GET', `/api/search?q=${encodeURIComponent(text)}`);
    return (body as { data: { tickets: Ticket[] } }).data.tickets.map(({ id }) => id);
  };
  expect(await found(dated.number)).toEqual([dated.id]);
  expect(await found(`#${dated.number.toLowerCase()}`)).toEqual([dated.id]);
  expect(await found(plain.number)).toContain(plain.id);

  const listed = async (sort: string) => {
    const { body } = await t.as('dewi', 'GET', `/api/tickets?sort=${sort}`);
    return (body as { data: Ticket[] }).data.map(({ id }) => id);
  };
  expect(await listed('number_high')).toEqual([short.id, dated.id, plain.id]);
  expect(await listed('number_low')).toEqual([plain.id, dated.id, short.id]);

  const { q } = t.platform.db;
  expect(await t.app.modules.tickets.idOfNumber(q, dated.number)).toBe(dated.id);
  expect(await t.app.modules.tickets.idOfNumber(q, plain.number)).toBe(plain.id);
});

it('the day is that of the workspace', async () => {
  await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Pacific/Kiritimati' });
  await write({ prefix: '', date: 'day', digits: 6 });
  const day = new Date(t.clock.now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
  expect((await open()).number.startsWith(`${day.replaceAll('-', '')}-`)).toBe(true);
});

it.each([
  { prefix: 'sup' },
  { prefix: '1' },
  { prefix: 'A-B' },
  { digits: 10 },
  { digits: 5 },
  { date: 'week' },
])('refuses %o', async (part) => {
  const { status, body } = await write({ prefix: '', date: 'none', digits: 6, ...part });
  expect([status, body]).toMatchObject([400, { code: 'invalid' }]);
});
