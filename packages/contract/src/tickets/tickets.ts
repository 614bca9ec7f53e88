import { z } from 'zod';
import { mediaId, ticketStatus } from '../kit/codes.ts';
import { answers } from '../custom-fields/custom-fields.ts';
import { LIMITS } from '../kit/limits.ts';
import { messageMail } from '../mail/mail.ts';
import { messageExtra } from '../messaging/message-extra.ts';
import { fileRef, id, idListText, idText, timestamp } from '../kit/shapes.ts';
import { ticketEvent } from '../time-line.ts';
import { fieldChange } from './field-changes.ts';
import { conditionsText } from './ticket-conditions.ts';

/** A ticket as lists and the head of its page show it. The same in responses and in events. */
export const ticket = z.object({
  id,
  number: z.string(),
  subject: z.string(),
  status: ticketStatus,
  department_id: id,
  assignee_id: id.nullable(),
  priority_id: id,
  /** The rank of its priority: 1 is the most urgent. */
  priority_rank: z.number().int(),
  type_id: id.nullable(),
  category_id: id.nullable(),
  subcategory_id: id.nullable(),
  caller_type_id: id.nullable(),
  media_id: mediaId,
  tags: z.array(z.string()),
  /** Answers to custom fields. */
  fields: answers,
  customer_id: id,
  customer_name: z.string(),
  /** The ticket that this one was merged into; it can be read, but not changed. */
  merged_into: id.nullable(),
  last_message: z.string(),
  last_message_by: z.enum(['customer', 'agent', 'none']),
  last_message_at: timestamp,
  /** Since when the customer has waited for a reply; null if they do not. */
  waiting_since: timestamp.nullable(),
  /** Customer messages that the assignee has not seen. */
  unread: z.number().int(),
  /** A message of ours failed, reached only some of its recipients, or is being tried again. */
  is_unsent: z.boolean(),
  /** When the next scheduled reply goes out. */
  sends_at: timestamp.nullable(),
  /** Put away until then, or until the customer writes. Deadlines run on. */
  snoozed_until: timestamp.nullable(),
  /** When it came back from being snoozed; null once somebody has worked on it. */
  returned_at: timestamp.nullable(),
  /** Null while it is paused, or without a target. */
  first_response_due_at: timestamp.nullable(),
  first_response_at: timestamp.nullable(),
  /** Set by a customer's message after a reply, until the next reply. */
  next_response_due_at: timestamp.nullable(),
  resolution_due_at: timestamp.nullable(),
  solved_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Counts changes of fields; a write names the version that it saw. */
  version: z.number().int(),
  /** Counts every change, messages included; the higher one is newer. */
  revision: z.number().int(),
});
export type Ticket = z.infer<typeof ticket>;

export const messageState = z.enum(['queued', 'sent', 'delivered', 'read', 'failed']);
export type MessageState = z.infer<typeof messageState>;

/** An entry of the time line. */
export const message = z.object({
  id,
  ticket_id: id,
  /** For a message of a merged ticket: the ticket on which it was written. */
  origin_ticket_id: id.optional(),
  conversation_id: id.nullable(),
  media_id: mediaId.nullable(),
  kind: z.enum(['inbound', 'outbound', 'note', 'event']),
  body: z.string(),
  author: z.object({ type: z.enum(['customer', 'user', 'system']), id: id.nullable(), name: z.string() }),
  attachments: z.array(fileRef),
  event: ticketEvent.nullable(),
  /** For e-mails only. */
  mail: messageMail.nullable(),
  /** For messaging channels, if there is more than text. */
  extra: messageExtra.optional(),
  state: messageState.nullable(),
  failure: z.string().nullable(),
  client_key: z.string().nullable(),
  created_at: timestamp,
});
export type Message = z.infer<typeof message>;

export const conversation = z.object({
  id,
  ticket_id: id,
  media_id: mediaId,
  channel_account_id: id,
  /** To whom replies on it go; not always the ticket's customer, once tickets of two customers are merged. */
  customer_id: id,
  status: z.enum(['waiting', 'offered', 'active', 'ended']),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** Whether the customer can still get messages on it. False when the visitor is gone for good. */
  is_reachable: z.boolean(),
  /** Until when free replies may be sent, on channels that limit that; null: always. */
  open_until: timestamp.nullable(),
  /** Since when the customer wants no more messages on this channel; null: replies may be sent. */
  refuses_since: timestamp.nullable(),
});
export type Conversation = z.infer<typeof conversation>;

export const TICKET_SORTS = [
  'newest',
  'oldest',
  'created',
  'waiting',
  'due',
  'priority_high',
  'priority_low',
  'number_high',
  'number_low',
  'subject_az',
  'subject_za',
] as const;

/** `assignee` takes `me`, `none`, `any`, or ids. */
const assignee = z.union([z.literal(['me', 'none', 'any']), idListText]);
const statuses = z
  .string()
  .max(60)
  .transform((list) => list.split(','))
  .pipe(z.array(ticketStatus).max(5));

export const TICKET_MARKS = ['draft', 'unsent'] as const;
export type TicketMark = (typeof TICKET_MARKS)[number];

export const ticketFilter = z.strictObject({
  status: statuses.default(['open', 'pending', 'on_hold']),
  department: idListText.optional(),
  assignee: assignee.default('any'),
  media: idListText.optional(),
  priority: idListText.optional(),
  customer: idText.optional(),
  tag: z.string().max(LIMITS.tag).optional(),
  /** Only tickets that you follow. */
  follower: z.literal('me').optional(),
  /** `no`: without snoozed tickets; `only`: snoozed ones only. */
  snoozed: z.enum(['no', 'only']).optional(),
  /** Only tickets with a draft of yours, or with something of ours that failed, is being tried again or is scheduled. */
  mark: z.enum(TICKET_MARKS).optional(),
  q: z.string().max(LIMITS.search).optional(),
  /** Conditions on any field, as JSON text; all must match. */
  where: conditionsText.optional(),
  sort: z.enum(TICKET_SORTS).default('newest'),
});
export type TicketFilter = z.output<typeof ticketFilter>;

export const ticketCount = z.object({
  department_id: id,
  status: ticketStatus,
  /** How many in all; of those that are not snoozed: how many are unassigned, are yours, and wait for a reply; and how many are snoozed. */
  total: z.number().int(),
  unassigned: z.number().int(),
  mine: z.number().int(),
  waiting: z.number().int(),
  snoozed: z.number().int(),
});

/** `details` of `stale`: the current ticket, and who changed what since the version that the caller saw. */
export const staleTicketDetails = z.object({
  current: ticket,
  changes: z.array(fieldChange.extend({ by: z.string(), at: timestamp })),
});

/** Who has a ticket open, and who types in it. Not stored. */
export const ticketPresence = z.object({
  ticket_id: id,
  users: z.array(z.object({ id, fullname: z.string(), typing: z.enum(['no', 'reply', 'note']) })),
  customer_typing: z.boolean(),
  customer_online: z.boolean(),
});
export type TicketPresence = z.infer<typeof ticketPresence>;

export const ticketEvents = {
  'ticket-changed': ticket,
  /** You may not see it any more. */
  'ticket-removed': z.object({ id }),
  'message-added': message,
  /** Its content besides the text has changed, or a file has arrived. */
  'message-changed': message,
  'message-state': z.object({
    ticket_id: id,
    message_id: id,
    state: messageState,
    failure: z.string().nullable(),
    /** For an e-mail that now has other recipients. */
    mail: messageMail.optional(),
  }),
  'conversation-changed': conversation,
};

/** Events without a number: derived or short-lived, and fetched again after a reconnect. */
export const ticketSignals = {
  'ticket-presence': ticketPresence,
  'ticket-counts': z.object({ data: z.array(ticketCount) }),
};
