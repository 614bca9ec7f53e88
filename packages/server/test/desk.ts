import { randomUUID } from 'node:crypto';
import type { Ticket } from '@trunkline/contract';
import type { TestApp } from './app.ts';
import type { Username } from './people.ts';

/** What tests of the desk begin with: answers that have to be there, and tickets of one customer. */
export function deskOf(app: () => TestApp) {
  let customer: Promise<{ id: number }> | undefined;
  let count = 0;

  /** What is asked for; anything but an answer is an error with what was said. */
  async function data<T>(by: Username, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await app().as(by, method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { data: T }).data;
  }

  /** A key that nothing else was sent with. */
  const key = () => `desk-${randomUUID()}`;

  /** Whose the tickets are, unless it is said otherwise. */
  async function customerId(): Promise<number> {
    customer ??= data('dewi', 'POST', '/api/customers', { name: 'Rina Hartono' });
    return (await customer).id;
  }

  /** A new ticket in the first department. */
  const create = async (more: object = {}, by: Username = 'dewi'): Promise<Ticket> =>
    data(by, 'POST', '/api/tickets', {
      client_key: key(),
      customer_id: await customerId(),
      subject: `Ticket ${(count += 1)}`,
      department_id: app().departmentIds[0],
      ...more,
    });

  return { data, key, customerId, create };
}
