import { z } from 'zod';
import { mediaId, ticketStatus } from './codes.ts';
import { customer } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { clientKey, cursor, done, fileRef, id, ids, idText, line, tag, text, timestamp } from './shapes.ts';

/** A ticket as rows and the head of its page show it. The same shape travels in answers and in events. */
export const ticket = z.object({
  id,
  number: z.string(),
  subject: z.string(),
  status: ticketStatus,
  department_id: id,
  assignee_id: id.nullable(),
  priority_id: id,
  type_id: id.nullable(),
  category_id: id.nullable(),
  subcategory_id: id.nullable(),
  caller_type_id: id.nullable(),
  media_id: mediaId,
  tags: z.array(z.string()),
  customer_id: id,
  customer_name: z.string(),
  last_message: z.string(),
  last_message_by: z.enum(['customer', 'agent', 'none']),
  last_message_at: timestamp,
  /** Since when the customer has been waiting for an answer; null when the turn is not ours. */
  waiting_since: timestamp.nullable(),
  /** Customer messages that the assignee has not seen. */
  unread: z.number().int(),
  first_response_due_at: timestamp.nullable(),
  first_response_at: timestamp.nullable(),
  resolution_due_at: timestamp.nullable(),
  solved_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Counts edits of fields; a write names the one it saw. */
  version: z.number().int(),
  /** Counts every change, messages included; the higher one is the newer. */
  revision: z.number().int(),
});
export type Ticket = z.infer<typeof ticket>;

/** The fields whose edits are logged, and whose stale edits are refused. */
export const TICKET_FIELDS = [
  'subject',
  'status',
  'department_id',
  'assignee_id',
  'priority_id',
  'type_id',
  'category_id',
  'subcategory_id',
  'caller_type_id',
  'tags',
] as const;
export type TicketField = (typeof TICKET_FIELDS)[number];

const fieldValue = z.union([z.string(), z.number(), z.array(z.string()), z.null()]);
export const fieldChange = z.object({ field: z.enum(TICKET_FIELDS), from: fieldValue, to: fieldValue });
export type FieldChange = z.infer<typeof fieldChange>;

/** What an `event` line on the time line tells. */
export const ticketEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('created') }),
  z.object({ type: z.literal('changed'), changes: z.array(fieldChange), version: z.number().int() }),
  z.object({ type: z.literal('chat_started'), page: z.string() }),
  z.object({ type: z.literal('chat_ended'), by: z.enum(['customer', 'agent', 'system']) }),
  z.object({ type: z.literal('offered'), user_id: id }),
  z.object({ type: z.literal('offer_missed'), user_id: id, reason: z.enum(['declined', 'timeout', 'left']) }),
  z.object({ type: z.literal('transcript_sent'), email: z.string() }),
]);
export type TicketEvent = z.infer<typeof ticketEvent>;

export const messageState = z.enum(['queued', 'sent', 'delivered', 'read', 'failed']);
export type MessageState = z.infer<typeof messageState>;

/** One entry of the time line. */
export const message = z.object({
  id,
  ticket_id: id,
  conversation_id: id.nullable(),
  media_id: mediaId.nullable(),
  kind: z.enum(['inbound', 'outbound', 'note', 'event']),
  body: z.string(),
  author: z.object({ type: z.enum(['customer', 'user', 'system']), id: id.nullable(), name: z.string() }),
  attachments: z.array(fileRef),
  event: ticketEvent.nullable(),
  state: messageState.nullable(),
  failure: z.string().nullable(),
  client_key: z.string().nullable(),
  created_at: timestamp,
});
export type Message = z.infer<typeof message>;

export const draft = z.object({
  kind: z.enum(['reply', 'note']),
  body: z.string(),
  attachments: z.array(fileRef),
  updated_at: timestamp,
});

export const conversation = z.object({
  id,
  ticket_id: id,
  media_id: mediaId,
  channel_account_id: id,
  status: z.enum(['waiting', 'offered', 'active', 'ended']),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** Can the customer still be reached on it? False when the visitor is away for good. */
  is_reachable: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

export const TICKET_SORTS = ['newest', 'oldest', 'created', 'waiting'] as const;

/** `assignee` takes `me`, `none`, `any`, or ids. */
const assignee = z.union([z.literal(['me', 'none', 'any']), ids]);
const statuses = z
  .string()
  .max(60)
  .transform((list) => list.split(','))
  .pipe(z.array(ticketStatus).max(5));

export const ticketFilter = z.strictObject({
  status: statuses.default(['open', 'pending', 'on_hold']),
  department: ids.optional(),
  assignee: assignee.default('any'),
  media: ids.optional(),
  priority: ids.optional(),
  customer: idText.optional(),
  tag: z.string().max(LIMITS.tag).optional(),
  q: z.string().max(LIMITS.search).optional(),
  sort: z.enum(TICKET_SORTS).default('newest'),
});
export type TicketFilter = z.output<typeof ticketFilter>;

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/tickets',
  permission: 'TICKETS:VIEW',
  summary: 'Tickets that you may see, filtered, searched and paged. `newest` and `oldest` go by the last message.',
  query: ticketFilter.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(50),
  }),
  response: z.object({ data: z.array(ticket), next: cursor.nullable() }),
});

export const ticketCount = z.object({
  department_id: id,
  status: ticketStatus,
  /** How many in all, how many nobody has, and how many of them are yours. */
  total: z.number().int(),
  unassigned: z.number().int(),
  mine: z.number().int(),
});

export const getTicketCounts = endpoint({
  method: 'GET',
  path: '/api/tickets/counts',
  permission: 'TICKETS:VIEW',
  summary: 'Kept counts of the tickets that you may see, by department and status (solved and closed left out).',
  response: z.object({ data: z.array(ticketCount) }),
});

const byId = z.object({ id: idText });
const oneTicket = z.object({ data: ticket });
const version = z.number().int();

export const getTicket = endpoint({
  method: 'GET',
  path: '/api/tickets/:id',
  permission: 'TICKETS:VIEW',
  summary: 'A ticket with its customer, conversations, your draft and the customer’s other tickets.',
  params: byId,
  response: z.object({
    data: z.object({
      ticket,
      customer,
      conversations: z.array(conversation),
      draft: draft.nullable(),
      history: z.array(ticket.pick({ id: true, number: true, subject: true, status: true, created_at: true, media_id: true })),
    }),
  }),
});

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/timeline',
  permission: 'TICKETS:VIEW',
  summary: 'Messages, notes and events, oldest first; the newest page unless `before` names an entry.',
  params: byId,
  query: z.strictObject({
    before: idText.optional(),
    kind: z.enum(['all', 'event']).default('all'),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(50),
  }),
  response: z.object({ data: z.array(message), has_more: z.boolean() }),
});

export const createTicket = endpoint({
  method: 'POST',
  path: '/api/tickets',
  permission: 'TICKETS:CREATE',
  summary: 'Create a ticket by hand.',
  body: z.strictObject({
    client_key: clientKey,
    customer_id: id,
    subject: line(LIMITS.subject),
    department_id: id,
    media_id: mediaId.default(1),
    priority_id: id.optional(),
    type_id: id.nullable().optional(),
    category_id: id.nullable().optional(),
    subcategory_id: id.nullable().optional(),
    caller_type_id: id.nullable().optional(),
    assignee_id: id.nullable().optional(),
    tags: z.array(tag).max(LIMITS.tags).default([]),
    note: text(LIMITS.body).default(''),
  }),
  response: oneTicket,
});

export const updateTicket = endpoint({
  method: 'PATCH',
  path: '/api/tickets/:id',
  permission: 'TICKETS:EDIT',
  summary: 'Change fields. A stale version is refused with what changed.',
  params: byId,
  body: z.strictObject({
    version,
    subject: line(LIMITS.subject).optional(),
    status: z.enum(['open', 'pending', 'on_hold']).optional(),
    priority_id: id.optional(),
    type_id: id.nullable().optional(),
    category_id: id.nullable().optional(),
    subcategory_id: id.nullable().optional(),
    caller_type_id: id.nullable().optional(),
    tags: z.array(tag).max(LIMITS.tags).optional(),
  }),
  response: oneTicket,
});

export const takeTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/take',
  permission: 'TICKETS:REPLY',
  summary: 'Take a ticket that nobody has. Refused with who has it when somebody was faster.',
  params: byId,
  body: z.strictObject({}),
  response: oneTicket,
});

export const assignTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/assign',
  permission: 'TICKETS:ASSIGN',
  summary: 'Give a ticket to somebody, or to nobody.',
  params: byId,
  body: z.strictObject({ version, assignee_id: id.nullable() }),
  response: oneTicket,
});

export const transferTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/transfer',
  permission: 'TICKETS:TRANSFER',
  summary: 'Move a ticket to another department, with a note for those who take it there.',
  params: byId,
  body: z.strictObject({ version, department_id: id, note: text(LIMITS.body).default('') }),
  response: oneTicket,
});

export const solveTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/solve',
  permission: 'TICKETS:SOLVE',
  summary: 'Solve a ticket. An open chat on it ends.',
  params: byId,
  body: z.strictObject({ version }),
  response: oneTicket,
});

export const reopenTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/reopen',
  permission: 'TICKETS:SOLVE',
  summary: 'Open a solved or closed ticket again.',
  params: byId,
  body: z.strictObject({ version }),
  response: oneTicket,
});

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/messages',
  permission: 'TICKETS:REPLY',
  summary: 'Answer the customer on the conversation of this ticket. The same client_key is stored once.',
  params: byId,
  body: z
    .strictObject({
      client_key: clientKey,
      body: text(LIMITS.body),
      file_ids: z.array(z.uuid()).max(LIMITS.filesPerMessage).default([]),
    })
    .refine((value) => value.body.trim() !== '' || value.file_ids.length > 0, { message: 'A message needs text or a file' }),
  response: z.object({ data: message }),
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/notes',
  permission: 'TICKETS:NOTE',
  summary: 'Add an internal note, which no customer ever sees. The same client_key is stored once.',
  params: byId,
  body: replyToTicket.body,
  response: z.object({ data: message }),
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/draft',
  permission: 'TICKETS:VIEW',
  summary: 'Keep what you are writing. Empty text without files removes the draft.',
  params: byId,
  body: z.strictObject({
    kind: z.enum(['reply', 'note']),
    body: text(LIMITS.body),
    file_ids: z.array(z.uuid()).max(LIMITS.filesPerMessage).default([]),
  }),
  response: done,
});

export const markRead = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/read',
  permission: 'TICKETS:VIEW',
  summary: 'You have seen the customer’s messages up to this one. Counts only for the assignee.',
  params: byId,
  body: z.strictObject({ message_id: id }),
  response: done,
});

/** `details` of `stale`: the ticket as it is, and who changed what since the version that the caller saw. */
export const staleTicketDetails = z.object({
  current: ticket,
  changes: z.array(fieldChange.extend({ by: z.string(), at: timestamp })),
});

/** Who has a ticket open, and who is typing in it. Not stored. */
export const ticketPresence = z.object({
  ticket_id: id,
  users: z.array(z.object({ id, fullname: z.string(), typing: z.enum(['no', 'reply', 'note']) })),
  customer_typing: z.boolean(),
  customer_online: z.boolean(),
});
export type TicketPresence = z.infer<typeof ticketPresence>;

export const ticketEvents = {
  'ticket-changed': ticket,
  /** It left what you may see. */
  'ticket-removed': z.object({ id }),
  'message-added': message,
  'message-state': z.object({ ticket_id: id, message_id: id, state: messageState, failure: z.string().nullable() }),
  'conversation-changed': conversation,
};

/** Derived or fleeting: sent without a number, refetched after a reconnect. */
export const ticketSignals = {
  'ticket-presence': ticketPresence,
  'ticket-counts': z.object({ data: z.array(ticketCount) }),
};
