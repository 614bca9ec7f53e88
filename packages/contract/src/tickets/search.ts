import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { customer } from '../customers/customers.ts';
import { ticket } from './tickets.ts';

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  permission: 'signed-in',
  keys: true,
  summary: 'A few customers and tickets for the search box. Omits what your role may not see.',
  perMinute: 240,
  query: z.strictObject({ q: z.string().min(1).max(LIMITS.search) }),
  response: z.object({
    data: z.object({
      customers: z.array(customer.pick({ id: true, name: true, company: true })),
      tickets: z.array(
        ticket.pick({ id: true, number: true, subject: true, status: true, customer_name: true }),
      ),
    }),
  }),
});
