import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { cursor, okResponse, id, idText, timestamp } from '../kit/shapes.ts';

/** Everything that is stored of a customer, as one ZIP file for them. */
export const customerPackage = z.object({
  id,
  customer: z.object({ id, name: z.string() }),
  /** The user who requested it. */
  user: z.object({ id, name: z.string() }).nullable(),
  requested_at: timestamp,
  /** There is a file only when it is `done`. */
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  bytes: z.number().int().nullable(),
  ended_at: timestamp.nullable(),
  /** When it is deleted. */
  expires_at: timestamp.nullable(),
});
export type CustomerPackage = z.infer<typeof customerPackage>;

const params = z.object({ id: idText });

export const requestCustomerPackage = endpoint({
  method: 'POST',
  path: '/api/customers/:id/packages',
  permission: 'CUSTOMERS:PRIVACY',
  keys: false,
  summary:
    'Export everything that is kept about a customer, in the background. Returns the export in progress if there is one. Refused with `conflict` for a customer who was erased.',
  params,
  response: z.object({ data: customerPackage }),
});

export const listCustomerPackages = endpoint({
  method: 'GET',
  path: '/api/privacy/packages',
  permission: 'CUSTOMERS:PRIVACY',
  summary: 'Exports of customers, finished or in progress, latest first.',
  query: z.strictObject({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(50),
  }),
  response: z.object({ data: z.array(customerPackage), next: cursor.nullable() }),
});

export const downloadCustomerPackage = endpoint({
  method: 'GET',
  path: '/api/privacy/packages/:id/file',
  permission: 'CUSTOMERS:PRIVACY',
  keys: false,
  summary: 'The ZIP file of an export that is done: JSON, files, recordings, and a page that explains them.',
  params,
  download: true,
  response: z.unknown(),
});

export const removeCustomerPackage = endpoint({
  method: 'DELETE',
  path: '/api/privacy/packages/:id',
  permission: 'CUSTOMERS:PRIVACY',
  keys: false,
  summary: 'Delete an export before it expires.',
  params,
  response: okResponse,
});
