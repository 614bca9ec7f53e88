import { randomUUID } from 'node:crypto';
import type { Customer, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import type { Username } from '../../../test/people.ts';

let t: TestApp;
let care = 0;
let billing = 0;
beforeAll(async () => {
  t = await testApp();
  [care = 0, billing = 0] = t.departmentIds;
});
afterAll(() => t.close());

const data = <T>(answer: { body: unknown }) => (answer.body as { data: T }).data;

let count = 0;
async function person(name = `Counted ${(count += 1)}`): Promise<Customer> {
  return data(await t.as('admin', 'POST', '/api/customers', { name }));
}
async function ticket(customer: Customer, department: number): Promise<Ticket> {
  const answer = await t.as('admin', 'POST', '/api/tickets', {
    client_key: randomUUID(),
    customer_id: customer.id,
    subject: 'Counted',
    department_id: department,
  });
  return data(answer);
}
const solve = ({ id, version }: Ticket) => t.as('admin', 'POST', `/api/tickets/${id}/solve`, { version });

/** One open ticket in care; one open, one solved, and one of Dewi's in billing. */
async function busyPerson(name?: string): Promise<{ customer: Customer; first: Ticket; hidden: Ticket }> {
  const customer = await person(name);
  const first = await ticket(customer, care);
  const hidden = await ticket(customer, billing);
  await solve(await ticket(customer, billing));
  const { id, version } = await ticket(customer, billing);
  const assigned = await t.as('admin', 'POST', `/api/tickets/${id}/assign`, {
    version,
    assignee_id: t.idOf('dewi'),
  });
  expect(assigned.status).toBe(200);
  return { customer, first, hidden };
}

type Figures = Pick<Customer, 'open_tickets' | 'total_tickets'>;
const figures = ({ open_tickets, total_tickets }: Figures) => [open_tickets, total_tickets];
const read = async (username: Username, id: number): Promise<Customer> =>
  data(await t.as(username, 'GET', `/api/customers/${id}`));

describe('the figures of a customer', () => {
  it('count what the asker may see: all, those of their departments and their own', async () => {
    const { customer, first } = await busyPerson();
    expect(figures(await read('admin', customer.id))).toEqual([3, 4]);
    expect(figures(await read('dewi', customer.id))).toEqual([2, 2]);
    expect(figures(await read('budi', customer.id))).toEqual([1, 1]);
    expect(figures(await read('sarah', customer.id))).toEqual([2, 3]);

    const listed = data<Customer[]>(
      await t.as('budi', 'GET', `/api/customers?q=${encodeURIComponent(customer.name)}`),
    );
    expect(listed.filter(({ id }) => id === customer.id).map(figures)).toEqual([[1, 1]]);
    const detail = async (username: Username) =>
      data<{ customer: Customer; history: Ticket[] }>(
        await t.as(username, 'GET', `/api/tickets/${first.id}`),
      );
    expect(figures((await detail('budi')).customer)).toEqual([1, 1]);
    expect((await detail('budi')).history).toEqual([]);
    expect(figures((await detail('dewi')).customer)).toEqual([2, 2]);
    expect((await detail('dewi')).history).toHaveLength(1);
    expect(figures((await detail('admin')).customer)).toEqual([3, 4]);
    expect((await detail('admin')).history).toHaveLength(3);
  });

  it(
    'are the same in what a change, a refusal, a merge and a suggestion answer',
    { tags: 'full' },
    async () => {
      const name = `Twice ${randomUUID().slice(0, 6)}`;
      const { customer } = await busyPerson(name);
      const twin = await person(name);
      const suggested = data<{ customer: Customer }[]>(
        await t.as('budi', 'GET', `/api/customers/${twin.id}/duplicates`),
      );
      expect(suggested.map((one) => figures(one.customer))).toEqual([[1, 1]]);

      const change = (version: number) =>
        t.as('budi', 'PATCH', `/api/customers/${customer.id}`, { version, note: 'Calls back' });
      const stale = await change(customer.version - 1);
      const { details } = stale.body as { details: { current: Customer } };
      expect(figures(details.current)).toEqual([1, 1]);
      const changed = data<Customer>(await change(customer.version));
      expect(figures(changed)).toEqual([1, 1]);

      const merge = await t.as('budi', 'POST', `/api/customers/${twin.id}/merge`, {
        version: twin.version,
        source_id: customer.id,
        source_version: changed.version,
      });
      expect(figures(data(merge))).toEqual([1, 1]);
      const { merge_id: id } = merge.body as { merge_id: number };
      expect(figures(data(await t.as('budi', 'POST', `/api/customers/merges/${id}/undo`, {})))).toEqual([
        1, 1,
      ]);
    },
  );

  it('are the asker’s in events, also in those that a connection has missed', async () => {
    const { customer, hidden } = await busyPerson();
    const told: Record<string, number[]> = {};
    const watching = async (username: Username) => {
      const socket = await t.connect(username);
      socket.on('customer-changed', (one: Customer) => {
        if (one.id === customer.id) told[username] = figures(one);
      });
      await socket.emitWithAck('resume', { after: null, topics: ['customers'] });
      return socket;
    };
    const [, budi] = await Promise.all([watching('admin'), watching('budi'), watching('sarah')]);
    const after = t.platform.events.position();
    await solve(hidden);
    await expect.poll(() => told).toEqual({ admin: [2, 4], budi: [1, 1], sarah: [1, 3] });
    const { events } = (await budi.emitWithAck('resume', { after, topics: ['customers'] })) as {
      events: { name: string; payload: Customer }[];
    };
    const missed = events.filter(
      ({ name, payload }) => name === 'customer-changed' && payload.id === customer.id,
    );
    expect(missed.map(({ payload }) => figures(payload))).toEqual([[1, 1]]);
  });

  it('follow a ticket that goes to another department', { tags: 'full' }, async () => {
    const customer = await person();
    const { id, version } = await ticket(customer, care);
    const told: number[][] = [];
    const socket = await t.connect('sarah');
    socket.on('customer-changed', (one: Customer) => one.id === customer.id && told.push(figures(one)));
    await socket.emitWithAck('resume', { after: null, topics: ['customers'] });
    await t.as('admin', 'POST', `/api/tickets/${id}/transfer`, { version, department_id: billing });
    await expect.poll(() => told).toEqual([[1, 1]]);
  });

  it('are none for a key that may not see tickets', { tags: 'full' }, async () => {
    const { customer } = await busyPerson();
    const made = await t.as('admin', 'POST', '/api/api_keys', {
      name: 'Customers only',
      codes: ['CUSTOMERS:VIEW'],
    });
    const { token } = made.body as { token: string };
    expect(figures(data(await t.call('GET', `/api/customers/${customer.id}`, { token })))).toEqual([0, 0]);
  });
});

describe('a role that sees the tickets of its own departments only', () => {
  beforeAll(async () => {
    await t.platform.db.pool.query(`
      update user_level_modules set module_activity_code = module_activity_code || ',EXPORT,PRIVACY'
      where module_code = 'CUSTOMERS' and user_level_id = (select id from user_levels where name = 'Agent')`);
    await t.platform.db.pool.query(`update user_levels set version = version + 1 where name = 'Agent'`);
  });

  it('exports customers with its own counts', async () => {
    const { customer } = await busyPerson();
    const { body } = await t.as(
      'budi',
      'GET',
      `/api/customers/export?q=${encodeURIComponent(customer.name)}`,
    );
    const line = (body as string).split('\n').find((one) => one.includes(customer.name));
    expect(line?.trim().split(/[,;]/).at(-1)).toBe('1');
  });

  it('works on no customer’s data as a whole: no package, no erasure, no legal hold', async () => {
    const { customer } = await busyPerson();
    const at = `/api/customers/${customer.id}`;
    const asked = await Promise.all([
      t.as('budi', 'GET', `${at}/privacy`),
      t.as('budi', 'PUT', `${at}/hold`, { reason: 'A court asks' }),
      t.as('budi', 'POST', `${at}/erasure`, {}),
      t.as('budi', 'POST', `${at}/packages`, {}),
      t.as('budi', 'GET', '/api/privacy/packages/1/file'),
      t.as('budi', 'DELETE', '/api/privacy/packages/1'),
      t.as('budi', 'GET', '/api/privacy/packages'),
      t.as('budi', 'GET', '/api/privacy/erasures'),
    ]);
    for (const { status, body } of asked)
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { code: 'forbidden', details: { reason: 'all_tickets_needed' } },
      });
  });
});
