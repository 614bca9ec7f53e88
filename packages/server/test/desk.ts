import { randomUUID } from 'node:crypto';
import type { Ticket } from '@trunkline/contract';
import type { TestApp } from './app.ts';
import type { Username } from './people.ts';

/** Requests for tests of the desk that have to succeed, and tickets of one customer. */
export function deskOf(app: () => TestApp) {
  let customer: Promise<{ id: number }> | undefined;
  let count = 0;

  /** Sends a request and returns the `data` of its answer; throws with the answer if the status is not 200. */
  async function data<T>(by: Username, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await app().as(by, method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { data: T }).data;
  }

  /** A new client key. */
  const key = () => `desk-${randomUUID()}`;

  /** The customer of all tickets that name no other. */
  async function customerId(): Promise<number> {
    customer ??= data('dewi', 'POST', '/api/customers', { name: 'Rina Hartono' });
    return (await customer).id;
  }

  /** Creates a ticket in the first department. */
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
