import { z } from 'zod';
import { customFieldKey, type CustomFieldKey } from '../custom-fields/custom-fields.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, line } from '../kit/shapes.ts';
import { conditionsText } from './ticket-conditions.ts';
import { TICKET_SORTS } from './tickets.ts';

/** The possible columns of the list as a table, in the order in which they are offered. */
export const TICKET_COLUMNS = [
  'number',
  'customer_name',
  'subject',
  'status',
  'priority_id',
  'assignee_id',
  'department_id',
  'last_message_at',
  'waiting_since',
  'sla_due_at',
  'type_id',
  'category_id',
  'subcategory_id',
  'caller_type_id',
  'media_id',
  'tags',
  'unread',
  'created_at',
  'solved_at',
] as const;
/** A column, or the answer to a custom field. */
export type TicketColumn = (typeof TICKET_COLUMNS)[number] | CustomFieldKey;

/** The default columns. */
export const DEFAULT_COLUMNS: readonly TicketColumn[] = [
  'number',
  'customer_name',
  'subject',
  'status',
  'priority_id',
  'assignee_id',
  'sla_due_at',
  'waiting_since',
  'last_message_at',
];

const columns = z
  .array(z.union([z.enum(TICKET_COLUMNS), customFieldKey]))
  .min(1)
  .max(100)
  .refine((chosen) => new Set(chosen).size === chosen.length, 'A column stands once');

const isWhere = (text: string) => conditionsText.safeParse(text).success;

/** The list's part of the desk's address, with the same names; the open ticket is not part of it. */
export const viewSearch = z.strictObject({
  view: z.string().max(20).optional(),
  status: z.string().max(60).optional(),
  department: z.string().max(1000).optional(),
  assignee: z.string().max(1000).optional(),
  media: z.string().max(200).optional(),
  priority: z.string().max(1000).optional(),
  customer: z.string().max(20).optional(),
  tag: z.string().max(LIMITS.tag).optional(),
  follower: z.literal('me').optional(),
  where: z.string().max(6000).refine(isWhere, 'Not conditions').optional(),
  sort: z.string().max(20).optional(),
  q: z.string().max(LIMITS.search).optional(),
});
export type ViewSearch = z.infer<typeof viewSearch>;

/** A saved view. */
export const ticketView = z.object({
  id,
  name: z.string(),
  /** Everybody has it; otherwise only its owner. */
  is_shared: z.boolean(),
  is_mine: z.boolean(),
  search: viewSearch,
  /** Null: the columns that the reader has chosen for all lists. */
  columns: columns.nullable(),
  version: z.number().int(),
});
export type TicketView = z.infer<typeof ticketView>;

/** The choices for how many seconds an e-mail is held back before it goes out, so that sending it can be undone. */
export const UNDO_SEND_SECONDS = [0, 5, 10, 30] as const;

export const deskSettings = z.strictObject({
  columns,
  /** Ids of views in their order; others follow. */
  view_order: z.array(id).max(500),
  default_view_id: id.nullable(),
  undo_send_seconds: z.literal([...UNDO_SEND_SECONDS]),
});
export type DeskSettings = z.infer<typeof deskSettings>;

/** The user's desk settings, together with those of their role. */
const shownDesk = deskSettings.extend({
  /** The default columns of the role; null: the general defaults. */
  at_first: columns.nullable(),
  may_choose: z.boolean(),
  /** The default order of lists. */
  sort: z.enum(TICKET_SORTS).nullable(),
});
export type DeskSettingsWithRole = z.infer<typeof shownDesk>;

/** `details` of `stale`: the current view. */
export const staleViewDetails = z.object({ current: ticketView });

const byId = z.object({ id: idText });
const one = z.object({ data: ticketView });
const version = z.number().int();
const fields = {
  name: line(LIMITS.name),
  is_shared: z.boolean(),
  search: viewSearch,
  columns: columns.nullable(),
};

export const listTicketViews = endpoint({
  method: 'GET',
  path: '/api/tickets/views',
  permission: 'TICKETS:VIEW',
  summary: 'Your views and shared ones, in your order, and your settings for the desk.',
  response: z.object({ data: z.object({ views: z.array(ticketView), settings: shownDesk }) }),
});

export const createTicketView = endpoint({
  method: 'POST',
  path: '/api/tickets/views',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary: 'Save a view. Sharing it requires CONFIG_LIST_FIELD:EDIT.',
  body: z.strictObject({
    ...fields,
    is_shared: z.boolean().default(false),
    columns: columns.nullable().default(null),
  }),
  response: one,
});

export const updateTicketView = endpoint({
  method: 'PATCH',
  path: '/api/tickets/views/:id',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary:
    'Change one of your views, or with CONFIG_LIST_FIELD:EDIT a shared one. A stale version is refused with the current view.',
  params: byId,
  body: z.strictObject({ version, ...z.strictObject(fields).partial().shape }),
  response: one,
});

export const removeTicketView = endpoint({
  method: 'DELETE',
  path: '/api/tickets/views/:id',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary: 'Delete a view. It can be restored for a day.',
  params: byId,
  response: okResponse,
});

export const restoreTicketView = endpoint({
  method: 'POST',
  path: '/api/tickets/views/:id/restore',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary: 'Restore a view that was deleted within the last day.',
  params: byId,
  body: z.strictObject({}),
  response: one,
});

export const saveDeskSettings = endpoint({
  method: 'PUT',
  path: '/api/tickets/desk',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary:
    'Your columns, if your role allows choosing them, the order of your views, the default view, and how long your e-mails are held back so that sending can be undone.',
  body: deskSettings.partial(),
  response: z.object({ data: shownDesk }),
});

export const viewEvents = {
  /** One's views are to be fetched again: this one was created, changed or deleted. Null: one's own desk settings changed. */
  'ticket-views-changed': z.object({ view_id: id.nullable() }),
};
