import { z } from 'zod';
import { mediaId, ticketStatus } from '../kit/codes.ts';
import { answers } from '../custom-fields/custom-fields.ts';
import { LIMITS } from '../kit/limits.ts';
import { messageMail } from '../mail/mail.ts';
import { messageExtra } from '../messaging/message-extra.ts';
import { fileRef, id, ids, idText, timestamp } from '../kit/shapes.ts';
import { ticketEvent } from '../time-line.ts';
import { fieldChange } from './field-changes.ts';
import { whereText } from './ticket-conditions.ts';

/** A ticket as rows and the head of its page show it. The same shape travels in answers and in events. */
export const ticket = z.object({
  id,
  number: z.string(),
  subject: z.string(),
  status: ticketStatus,
  department_id: id,
  assignee_id: id.nullable(),
  priority_id: id,
  /** Of its priority: 1 is the most urgent. */
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
  /** The ticket in which this one now stands; it can be read, and no longer written. */
  merged_into: id.nullable(),
  last_message: z.string(),
  last_message_by: z.enum(['customer', 'agent', 'none']),
  last_message_at: timestamp,
  /** Since when the customer has been waiting for an answer; null when the turn is not ours. */
  waiting_since: timestamp.nullable(),
  /** Customer messages that the assignee has not seen. */
  unread: z.number().int(),
  /** A message of ours could not be sent, and was not since. */
  is_unsent: z.boolean(),
  /** In office hours; null while the clock is paused, or without a target. */
  first_response_due_at: timestamp.nullable(),
  first_response_at: timestamp.nullable(),
  /** Set from a customer's message after an answer until the next answer. */
  next_response_due_at: timestamp.nullable(),
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

export const messageState = z.enum(['queued', 'sent', 'delivered', 'read', 'failed']);
export type MessageState = z.infer<typeof messageState>;

/** One entry of the time line. */
export const message = z.object({
  id,
  ticket_id: id,
  /** Of a ticket that was merged into this one: where it was written. */
  origin_ticket_id: id.optional(),
  conversation_id: id.nullable(),
  media_id: mediaId.nullable(),
  kind: z.enum(['inbound', 'outbound', 'note', 'event']),
  body: z.string(),
  author: z.object({ type: z.enum(['customer', 'user', 'system']), id: id.nullable(), name: z.string() }),
  attachments: z.array(fileRef),
  event: ticketEvent.nullable(),
  /** Of mails only. */
  mail: messageMail.nullable(),
  /** Of messaging channels, where there is something beside the text. */
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
  status: z.enum(['waiting', 'offered', 'active', 'ended']),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** Can the customer still be reached on it? False when the visitor is away for good. */
  is_reachable: z.boolean(),
  /** Until when free answers may be sent, on channels that limit that; null: always. */
  open_until: timestamp.nullable(),
  /** When the customer asked for no more messages on this channel; null: answers may be sent. */
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
  /** Only those that you follow. */
  follower: z.literal('me').optional(),
  q: z.string().max(LIMITS.search).optional(),
  /** Conditions on any field, as JSON text; all must hold. */
  where: whereText.optional(),
  sort: z.enum(TICKET_SORTS).default('newest'),
});
export type TicketFilter = z.output<typeof ticketFilter>;

export const ticketCount = z.object({
  department_id: id,
  status: ticketStatus,
  /** How many in all, how many nobody has, how many of them are yours, and how many wait for an answer. */
  total: z.number().int(),
  unassigned: z.number().int(),
  mine: z.number().int(),
  waiting: z.number().int(),
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
  /** What it shows beside its text is other, or a file of it has come. */
  'message-changed': message,
  'message-state': z.object({
    ticket_id: id,
    message_id: id,
    state: messageState,
    failure: z.string().nullable(),
    /** Where it goes to others than before. */
    mail: messageMail.optional(),
  }),
  'conversation-changed': conversation,
};

/** Derived or fleeting: sent without a number, refetched after a reconnect. */
export const ticketSignals = {
  'ticket-presence': ticketPresence,
  'ticket-counts': z.object({ data: z.array(ticketCount) }),
};
