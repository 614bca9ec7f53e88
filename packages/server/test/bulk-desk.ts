import type { BulkAction, BulkChange, Ticket } from '@trunkline/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Username } from './people.ts';

export type BulkDesk = Awaited<ReturnType<typeof bulkDesk>>;

/** A customer, and requests that create and change many tickets of theirs at once. */
export async function bulkDesk(t: TestApp) {
  const { body: customer } = await t.as('dewi', 'POST', '/api/customers', { name: 'Rina Hartono' });
  const customerId = (customer as { data: { id: number } }).data.id;

  let made = 0;
  /** Creates one ticket by a request, so that it has clocks and is counted. */
  async function createOne(more: object = {}): Promise<Ticket> {
    made += 1;
    const { body } = await t.as('dewi', 'POST', '/api/tickets', {
      client_key: `bulk-ticket-${made}`,
      customer_id: customerId,
      subject: `Ticket ${made}`,
      department_id: t.departmentIds[0],
      ...more,
    });
    return (body as { data: Ticket }).data;
  }
  async function create(count: number, more: object = {}): Promise<Ticket[]> {
    const tickets: Ticket[] = [];
    for (let n = 0; n < count; n += 1) tickets.push(await createOne(more));
    return tickets;
  }

  async function post(username: Username, address: string, body: object): Promise<BulkChange> {
    const answer = await t.as(username, 'POST', address, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (answer.body as { data: BulkChange }).data;
  }
  const start = (username: Username, change: BulkAction, tickets: readonly Ticket[]) =>
    post(username, '/api/tickets/bulk', { change, tickets: { ids: tickets.map(({ id }) => id) } });

  async function ended(username: Username, { id }: BulkChange): Promise<BulkChange> {
    let last: BulkChange | undefined;
    await expect
      .poll(
        async () => {
          const { body } = await t.as(username, 'GET', `/api/tickets/bulk/${id}`);
          last = (body as { data: BulkChange }).data;
          return last.status;
        },
        { timeout: 15_000 },
      )
      .not.toBe('running');
    if (!last) throw new Error('never read');
    return last;
  }

  return {
    createOne,
    create,
    post,
    start,
    ended,
    run: async (username: Username, change: BulkAction, tickets: readonly Ticket[]): Promise<BulkChange> =>
      ended(username, await start(username, change, tickets)),

    async now(tickets: readonly Ticket[], username: Username = 'admin'): Promise<Ticket[]> {
      await t.signIn(username);
      return Promise.all(
        tickets.map(async ({ id }) => {
          const { body } = await t.as(username, 'GET', `/api/tickets/${id}`);
          return (body as { data: { ticket: Ticket } }).data.ticket;
        }),
      );
    },
  };
}
