import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { customerPackage } from './customer-packages.ts';
import { cursor, id, idText, line, timestamp } from '../kit/shapes.ts';

/** What is counted when a customer is erased. */
export const ERASED_KINDS = [
  'tickets',
  'messages',
  'files',
  'mails',
  'calls',
  'recordings',
  'drafts',
  'identities',
  'copies',
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];

export const erasedCounts = z.partialRecord(z.enum(ERASED_KINDS), z.number().int());
export type ErasedCounts = z.infer<typeof erasedCounts>;

export const customerErasure = z.object({
  id,
  /** The only field that still identifies the erased customer. */
  customer_id: id,
  /** The user who requested the erasure. */
  user: z.object({ id, name: z.string() }).nullable(),
  requested_at: timestamp,
  state: z.enum(['waiting', 'running', 'done']),
  /** How many of each kind were erased; grows while it runs. */
  counts: erasedCounts,
  ended_at: timestamp.nullable(),
});
export type CustomerErasure = z.infer<typeof customerErasure>;

export const customerPrivacy = z.object({
  /** How many of each kind would be erased. */
  counts: erasedCounts,
  open_tickets: z.number().int(),
  /** The legal hold: they cannot be erased while it lasts. */
  hold: z.object({ at: timestamp, by: z.string(), reason: z.string() }).nullable(),
  erasure: customerErasure.nullable(),
  /** The latest data package, while its file exists. */
  package: customerPackage.nullable(),
});
export type CustomerPrivacy = z.infer<typeof customerPrivacy>;

const params = z.object({ id: idText });

export const getCustomerPrivacy = endpoint({
  method: 'GET',
  path: '/api/customers/:id/privacy',
  permission: 'CUSTOMERS:PRIVACY',
  summary:
    'How much data is kept about a customer, whether they are on legal hold, and whether they are being erased.',
  params,
  response: z.object({ data: customerPrivacy }),
});

export const holdCustomer = endpoint({
  method: 'PUT',
  path: '/api/customers/:id/hold',
  permission: 'CUSTOMERS:PRIVACY',
  keys: false,
  summary: 'Put a customer on legal hold, with the reason; null ends it.',
  params,
  body: z.strictObject({ reason: line(LIMITS.name).nullable() }),
  response: z.object({ data: customerPrivacy }),
});

export const eraseCustomer = endpoint({
  method: 'POST',
  path: '/api/customers/:id/erasure',
  permission: 'CUSTOMERS:PRIVACY',
  keys: false,
  summary:
    'Erase a customer for good: identities, messages, files and recordings. Counts and times stay. Refused with `conflict` on legal hold, with open tickets and during a call.',
  params,
  response: z.object({ data: customerErasure }),
});

export const listErasures = endpoint({
  method: 'GET',
  path: '/api/privacy/erasures',
  permission: 'CUSTOMERS:PRIVACY',
  summary: 'Customers who were erased, latest first: how much of what, when, and by whom.',
  query: z.strictObject({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(50),
  }),
  response: z.object({ data: z.array(customerErasure), next: cursor.nullable() }),
});
