import { z } from 'zod';
import { customer } from './customers.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';

/** For how many days a merge of customers can be undone. */
export const MERGE_UNDO_DAYS = 30;

const byId = z.object({ id: idText });
const version = z.number().int();

export const customerMerge = z.object({
  id,
  source_id: id,
  source_name: z.string(),
  at: timestamp,
  user_name: z.string(),
  can_undo: z.boolean(),
});
export type CustomerMerge = z.infer<typeof customerMerge>;

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/customers/:id/duplicates',
  permission: 'CUSTOMERS:VIEW',
  summary: 'Possible duplicates of a customer, most likely first.',
  params: byId,
  response: z.object({
    data: z.array(z.object({ customer, reason: z.enum(['same_name', 'like_name', 'claimed']) })),
  }),
});

export const mergeCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/:id/merge',
  permission: 'CUSTOMERS:EDIT',
  summary:
    'Merge another customer into this one, which gets its contact details, tickets, conversations and calls, and what it lacks itself. A stale version of either is refused.',
  params: byId,
  body: z.strictObject({ version, source_id: id, source_version: version }),
  response: z.object({ data: customer, merge_id: id }),
});

export const listMerges = endpoint({
  method: 'GET',
  path: '/api/customers/:id/merges',
  permission: 'CUSTOMERS:VIEW',
  summary: 'Customers who were merged into this one, latest first.',
  params: byId,
  response: z.object({ data: z.array(customerMerge) }),
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/customers/merges/:id/undo',
  permission: 'CUSTOMERS:EDIT',
  summary:
    'Undo a merge: each customer gets back what was theirs. What came afterwards, or was changed since, stays where it is.',
  params: byId,
  response: z.object({
    /** The customer that was restored. */
    data: customer,
  }),
});

export const customerMergeEvents = {
  /** `id` was merged into `into`. */
  'customer-merged': z.object({ id, into: id }),
  /** The merge of `id` into `into` was undone. */
  'customer-parted': z.object({ id, into: id }),
};
