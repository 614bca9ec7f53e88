import { z } from 'zod';
import { customFieldKey, type CustomFieldKey } from '../custom-fields/custom-fields.ts';
import { CUSTOMER_SORTS } from './customers.ts';
import { endpoint } from '../kit/endpoint.ts';

/** The possible columns of the table of customers, in the order in which they are offered. */
export const CUSTOMER_TABLE_COLUMNS = [
  'name',
  'company',
  'identity',
  'open_tickets',
  'total_tickets',
  'last_contact_at',
  'created_at',
  'language',
  'note',
] as const;
/** A column, or the answer to a custom field. */
export type CustomerTableColumn = (typeof CUSTOMER_TABLE_COLUMNS)[number] | CustomFieldKey;

/** The default columns; custom fields with a column come before the numbers. */
export const defaultCustomerColumns = (fields: readonly CustomFieldKey[]): CustomerTableColumn[] => [
  ...(['name', 'company', 'identity'] as const),
  ...fields,
  ...(['open_tickets', 'total_tickets', 'last_contact_at', 'created_at'] as const),
];

const columns = z
  .array(z.union([z.enum(CUSTOMER_TABLE_COLUMNS), customFieldKey]))
  .min(1)
  .max(100)
  .refine((chosen) => new Set(chosen).size === chosen.length, 'A column stands once');
const one = z.object({
  data: z.object({
    columns: columns.nullable(),
    /** The columns of the caller's role; null: the defaults. */
    at_first: columns.nullable(),
    may_choose: z.boolean(),
    sort: z.enum(CUSTOMER_SORTS).nullable(),
  }),
});

export const getCustomerColumns = endpoint({
  method: 'GET',
  path: '/api/customers/columns',
  permission: 'CUSTOMERS:VIEW',
  summary:
    'Your columns of the customer table, null for those of your role (`at_first`), and its sort order.',
  response: one,
});

export const saveCustomerColumns = endpoint({
  method: 'PUT',
  path: '/api/customers/columns',
  permission: 'CUSTOMERS:VIEW',
  keys: false,
  summary:
    'Set your columns of the customer table, in their order; null for those of your role. Refused if your role does not allow it.',
  body: z.strictObject({ columns: columns.nullable() }),
  response: one,
});
