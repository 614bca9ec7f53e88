import fc from 'fast-check';
import type { Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

let t: TestApp;
let customerId = 0;
beforeAll(async () => {
  t = await testApp();
  const { body } = await t.as('dewi', 'POST', '/api/customers', { name: 'Rina' });
  customerId = (body as { data: { id: number } }).data.id;
});
afterAll(() => t.close());

let keys = 0;
async function create(subject: string, note = ''): Promise<number> {
  keys += 1;
  const body = {
    client_key: `search-${keys}`,
    customer_id: customerId,
    subject,
    department_id: t.departmentIds[0],
    ...(note && { note }),
  };
  const answer = await t.as('dewi', 'POST', '/api/tickets', body);
  return (answer.body as { data: { id: number } }).data.id;
}
const search = (q: string) => t.as('dewi', 'GET', `/api/tickets?q=${encodeURIComponent(q)}&limit=100`);
const found = async (q: string) => ((await search(q)).body as { data: Ticket[] }).data.map(({ id }) => id);

describe('what is typed into the search', () => {
  it('is found behind a hyphen, in subjects and messages', async () => {
    const subject = await create('Order KN-8412907 came open');
    const message = await create('Nothing in the subject', 'It is about KN-8412907, says Rina');
    for (const typed of ['8412907', 'KN-8412907', '84129', 'order 8412907'])
      expect(await found(typed)).toContain(subject);
    for (const typed of ['8412907', 'KN-8412907', '84129']) expect(await found(typed)).toContain(message);
    expect(await found('8412908')).toEqual([]);
  });

  it('is found as the end of a number, and without spaces between words', async () => {
    const number = await create('Order 77512345678 is late');
    expect(await found('12345678')).toContain(number);
    const mail = await create('From rina.sari@mail.example, please');
    expect(await found('rina.sari@mail.example')).toContain(mail);
    const chinese = await create('咖啡机坏了请帮忙');
    expect(await found('坏了')).toContain(chinese);
    const thai = await create('เครื่องชงกาแฟเสีย');
    expect(await found('กาแฟ')).toContain(thai);
  });

  it('makes no error: a line of hyphens, and what follows it is found', async () => {
    const ticket = await create('About an invoice');
    expect(await found(`${'-'.repeat(33)} invoice`)).toContain(ticket);
    expect(await found(`${'- '.repeat(60)}invoice`)).toContain(ticket);
    expect(await found('-invoice')).toEqual([ticket]);
  });

  it('makes no error, whatever it is', async () => {
    const signs = fc.constantFrom(...'-"\'()<>:*&|!\\%_~ aA1é咖.,;/@#\u0301\u200d', 'or', ' OR ', '--');
    const typed = fc.array(signs, { minLength: 1, maxLength: 100 }).map((all) => all.join('').slice(0, 200));
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        expect((await search(text)).status).toBe(200);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
