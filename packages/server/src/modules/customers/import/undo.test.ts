/** @module-tag full */
import type { Customer, CustomerImport, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function data<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await t.as('admin', method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { data: T }).data;
}

const read = (id: number) => data<CustomerImport>('GET', `/api/customers/imports/${id}`);
async function waitForState(id: number, state: CustomerImport['state']): Promise<CustomerImport> {
  await expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe(state);
  return read(id);
}

/** Imports a file as a browser does. */
async function importCsv(csv: string): Promise<CustomerImport> {
  const boundary = 'boundary-of-a-test';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="customers.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: '/api/customers/imports',
    headers: {
      authorization: `Bearer ${await t.signIn('admin')}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `${head}${csv}\r\n--${boundary}--\r\n`,
  });
  const made = answer.json<{ data: CustomerImport }>().data;
  await data('POST', `/api/customers/imports/${made.id}/check`, {
    mapping: made.mapping,
    existing: 'update',
  });
  await waitForState(made.id, 'checked');
  await data('POST', `/api/customers/imports/${made.id}/apply`);
  return waitForState(made.id, 'done');
}

const undo = (id: number) => t.as('admin', 'POST', `/api/customers/imports/${id}/undo`);
async function undone(id: number): Promise<CustomerImport> {
  const answer = await undo(id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return waitForState(id, 'undone');
}
const find = (q: string) => data<Customer[]>('GET', `/api/customers?q=${encodeURIComponent(q)}`);
async function one(q: string): Promise<Customer> {
  const [found] = await find(q);
  if (!found) throw new Error(`nobody found by ${q}`);
  return found;
}
let count = 0;
const ticketOf = (customer: Customer): Promise<Ticket> =>
  data('POST', '/api/tickets', {
    client_key: `import-undo-${(count += 1)}`,
    customer_id: customer.id,
    subject: 'Bought a grinder',
    department_id: t.departmentIds[0],
  });

describe('an import that is taken back', () => {
  it('removes whom it made and puts back whom it changed, with their addresses, once', async () => {
    const body = {
      name: 'Agus',
      company: 'Roastery',
      identities: [{ kind: 'email', value: 'agus@one.example' }],
    };
    const before = await data<Customer>('POST', '/api/customers', body);
    const made = await importCsv(
      'name,email,company,phone\nAgus Salim,agus@one.example,Kopi Agus,0811 2222 3333\nNew One,new@one.example,,\n',
    );
    expect(made).toMatchObject({ created: 1, changed: 1, can_undo: true, undo: null });
    expect(await undone(made.id)).toMatchObject({
      can_undo: false,
      progress: 1,
      undo: { total: 2, done: 2, removed: 1, restored: 1, has_tickets: 0, changed_since: 0 },
    });
    expect(await find('new@one.example')).toEqual([]);
    expect(await one('agus@one.example')).toMatchObject({
      id: before.id,
      name: 'Agus',
      company: 'Roastery',
      identities: [{ value: 'agus@one.example' }],
    });
    expect((await undo(made.id)).status).toBe(409);
    const { rows } = await t.platform.db.pool.query(
      `select action, subject from audit_log where action like 'customers.import%' order by id`,
    );
    const subject = String(made.id);
    expect(rows).toEqual([
      { action: 'customers.imported', subject },
      { action: 'customers.import_undone', subject },
    ]);
    // The file can be imported again.
    expect(await importCsv('name,email\nNew One,new@one.example\n')).toMatchObject({ created: 1 });
  });

  it('keeps who has a ticket by now, who was changed since, and who was merged', async () => {
    await data('POST', '/api/customers', {
      name: 'Old',
      identities: [{ kind: 'email', value: 'old@two.example' }],
    });
    const made = await importCsv(
      [
        'name,email,company',
        ...['Buyer', 'Edited', 'Merged', 'Kept', 'Gone'].map((name) => `${name},${name}@two.example,`),
        ',old@two.example,Changed by the file',
      ].join('\n'),
    );
    await ticketOf(await one('buyer@two.example'));
    const edited = await one('edited@two.example');
    await data('PATCH', `/api/customers/${edited.id}`, { version: edited.version, note: 'Called' });
    const old = await one('old@two.example');
    await data('PATCH', `/api/customers/${old.id}`, { version: old.version, note: 'By hand' });
    const [kept, merged] = [await one('kept@two.example'), await one('merged@two.example')];
    await t.as('admin', 'POST', `/api/customers/${kept.id}/merge`, {
      version: kept.version,
      source_id: merged.id,
      source_version: merged.version,
    });
    expect(await undone(made.id)).toMatchObject({
      undo: { total: 6, removed: 1, restored: 0, has_tickets: 1, changed_since: 4 },
    });
    expect(await find('gone@two.example')).toEqual([]);
    expect(await one('old@two.example')).toMatchObject({ company: 'Changed by the file', note: 'By hand' });
    expect((await find('two.example')).map(({ name }) => name).toSorted()).toEqual([
      'Buyer',
      'Edited',
      'Kept',
      'Old',
    ]);
  });

  it('of somebody whom two portions of the file changed puts back what was before the first', async () => {
    await data('POST', '/api/customers', {
      name: 'First',
      identities: [{ kind: 'email', value: 'twice@three.example' }],
    });
    const filler = Array.from({ length: 250 }, (_, n) => `Filler ${n},filler${n}@three.example`);
    const made = await importCsv(
      ['name,email', 'Second,twice@three.example', ...filler, 'Third,twice@three.example'].join('\n'),
    );
    expect((await one('twice@three.example')).name).toBe('Third');
    expect(await undone(made.id)).toMatchObject({ undo: { total: 251, removed: 250, restored: 1 } });
    expect((await one('twice@three.example')).name).toBe('First');
  });

  it('goes on where a crash has left it, each customer once', async () => {
    const lines = Array.from({ length: 600 }, (_, n) => `Crash ${n},crash${n}@four.example`);
    const made = await importCsv(['name,email', ...lines].join('\n'));
    const { pool } = t.platform.db;
    await t.platform.jobs.stop();
    expect((await undo(made.id)).status).toBe(200);
    expect((await undo(made.id)).status).toBe(409);
    // The state that a process leaves which is killed after the first portions.
    await pool.query(
      `with gone as (update customer_import_rows set outcome = 'removed' where import_id = $1 and customer_id in
         (select customer_id from customer_import_rows where import_id = $1 order by customer_id limit 200) returning customer_id)
       delete from customers where id in (select customer_id from gone)`,
      [made.id],
    );
    expect(await read(made.id)).toMatchObject({ state: 'undoing', undo: { done: 200, total: 600 } });
    await t.platform.jobs.start();
    expect(await waitForState(made.id, 'undone')).toMatchObject({ undo: { removed: 600, changed_since: 0 } });
    expect(await find('four.example')).toEqual([]);
  });

  it('is refused after a day, and stands among one’s last imports', async () => {
    const made = await importCsv('name,email\nLate,late@five.example\n');
    t.clock.advance(23 * 3_600_000);
    expect((await read(made.id)).can_undo).toBe(true);
    t.clock.advance(2 * 3_600_000);
    expect((await read(made.id)).can_undo).toBe(false);
    expect((await undo(made.id)).status).toBe(409);
    const last = await data<CustomerImport[]>('GET', '/api/customers/imports');
    expect(last[0]).toMatchObject({ id: made.id, state: 'done', created: 1 });
  });
});

describe('an import that renames somebody with a ticket', () => {
  it('tells the lists and the open ticket, and so does taking it back', async () => {
    const body = { name: 'Before', identities: [{ kind: 'email', value: 'named@six.example' }] };
    const customer = await data<Customer>('POST', '/api/customers', body);
    const ticket = await ticketOf(customer);
    const [list, page] = [await t.connect('dewi'), await t.connect('budi')];
    const told: Record<'list' | 'page', string[]> = { list: [], page: [] };
    list.on('customer-changed', ({ name }: Customer) => told.list.push(name));
    page.on('customer-changed', ({ name }: Customer) => told.page.push(name));
    await list.emitWithAck('resume', { after: null, topics: ['tickets'] });
    await page.emitWithAck('resume', { after: null, topics: [`ticket:${ticket.id}`] });
    const made = await importCsv('name,email\nAfter,named@six.example\n');
    await expect.poll(() => told).toEqual({ list: ['After'], page: ['After'] });
    await undone(made.id);
    await expect.poll(() => told).toEqual({ list: ['After', 'Before'], page: ['After', 'Before'] });
  });
});
