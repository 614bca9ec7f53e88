import { z } from 'zod';
import { customFieldKey } from '../custom-fields/custom-fields.ts';
import { CUSTOMER_TABLE_COLUMNS } from '../customers/customer-columns.ts';
import { CUSTOMER_SORTS } from '../customers/customers.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText } from '../kit/shapes.ts';
import { TICKET_COLUMNS } from '../tickets/ticket-views.ts';
import { TICKET_SORTS } from '../tickets/tickets.ts';

/** The lists whose columns and order can be set per role. */
export const LAID_OUT_LISTS = ['tickets', 'customers'] as const;
export type LaidOutList = (typeof LAID_OUT_LISTS)[number];

const columnsOf = <const C extends readonly string[]>(columns: C) =>
  z
    .array(z.union([z.enum(columns), customFieldKey]))
    .min(1)
    .max(100)
    .refine((all) => new Set(all).size === all.length, 'A column stands once')
    .nullable();

/** `null`: the default. Users of a role that may not choose always get these columns. */
const more = { may_choose: z.boolean() };
const ticketLayout = z.strictObject({
  columns: columnsOf(TICKET_COLUMNS),
  sort: z.enum(TICKET_SORTS).nullable(),
  ...more,
});
const customerLayout = z.strictObject({
  columns: columnsOf(CUSTOMER_TABLE_COLUMNS),
  sort: z.enum(CUSTOMER_SORTS).nullable(),
  ...more,
});
const version = z.number().int();
export const levelLayouts = z.object({
  level_id: id,
  level: z.string(),
  version,
  tickets: ticketLayout,
  customers: customerLayout,
});
export type LevelLayouts = z.infer<typeof levelLayouts>;

/** `details` of `stale`: the current layouts of that role. */
export const staleLayoutsDetails = z.object({ current: levelLayouts });

export const listLayouts = endpoint({
  method: 'GET',
  path: '/api/list_fields',
  permission: 'CONFIG_LIST_FIELD:VIEW',
  summary: 'The columns and the sort order that each role has in the lists of tickets and customers.',
  response: z.object({ data: z.array(levelLayouts) }),
});

export const saveLayouts = endpoint({
  method: 'PUT',
  path: '/api/list_fields/:id',
  permission: 'CONFIG_LIST_FIELD:EDIT',
  summary:
    'Set the lists of a role: columns in their order, the sort order, and whether users may choose their own columns. Applies to open screens.',
  params: z.object({ id: idText }),
  body: z.strictObject({ version, tickets: ticketLayout, customers: customerLayout }),
  response: z.object({ data: levelLayouts }),
});
