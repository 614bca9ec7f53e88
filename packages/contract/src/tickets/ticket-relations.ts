import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { clientKey, okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';
import { ticket } from './tickets.ts';

/** For how many days tickets can be unmerged. */
export const UNMERGE_DAYS = 30;

const inShort = ticket.pick({ id: true, number: true, subject: true, status: true });

/** How a linked ticket is related to this one. */
export const linkKind = z.enum(['related', 'parent', 'child']);
export type LinkKind = z.infer<typeof linkKind>;

export const ticketLink = inShort.extend({ kind: linkKind });
export type TicketLink = z.infer<typeof ticketLink>;

/** A ticket that was merged into this one. */
export const mergedTicket = inShort.extend({
  customer_id: id,
  customer_name: z.string(),
  merged_at: timestamp,
  /** Empty when that is not known any more. */
  merged_by: z.string(),
  can_unmerge: z.boolean(),
});
export type MergedTicket = z.infer<typeof mergedTicket>;

/** A ticket's relations to others. */
export const ticketRelations = z.object({
  /** The ticket that this one was merged into. */
  merged_into: z.object({ id, number: z.string(), can_unmerge: z.boolean() }).nullable(),
  merged: z.array(mergedTicket),
  /** Those that the viewer may see. */
  links: z.array(ticketLink),
  hidden_links: z.number().int(),
  follower_ids: z.array(id),
});
export type TicketRelations = z.infer<typeof ticketRelations>;

const byId = z.object({ id: idText });
const oneTicket = z.object({ data: ticket });
const relations = z.object({ data: ticketRelations });

export const getTicketRelations = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/relations',
  permission: 'TICKETS:VIEW',
  summary: 'What a ticket was merged with, what it is linked to, and who follows it.',
  params: byId,
  response: relations,
});

export const mergeTickets = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/merge',
  permission: 'TICKETS:EDIT',
  summary:
    'Merge tickets into this one: they close, and their messages move here. New messages, chats, calls and e-mails arrive here too. Tickets of another customer only with `other_customers`.',
  params: byId,
  body: z.strictObject({
    from: z.array(id).min(1).max(LIMITS.mergeAtOnce),
    other_customers: z.boolean().default(false),
  }),
  response: oneTicket,
});

export const unmergeTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/unmerge',
  permission: 'TICKETS:EDIT',
  summary: `Unmerge a ticket, within ${UNMERGE_DAYS} days: it gets back its own messages, and what came since in its own conversations.`,
  params: byId,
  body: z.strictObject({}),
  response: oneTicket,
});

export const splitTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/split',
  permission: 'TICKETS:EDIT',
  summary:
    'Split some messages, or all from one on, into a new linked ticket. Merging it back undoes the split.',
  params: byId,
  body: z
    .strictObject({
      client_key: clientKey,
      subject: line(LIMITS.subject),
      message_ids: z.array(id).min(1).max(LIMITS.splitMessages).optional(),
      from_message_id: id.optional(),
    })
    .refine((body) => (body.message_ids === undefined) !== (body.from_message_id === undefined), {
      message: 'Give the messages, or the first one',
    }),
  response: oneTicket,
});

export const linkTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/links',
  permission: 'TICKETS:EDIT',
  summary: 'Link a ticket to another: `kind` says what the other is to this one. Replaces an existing link.',
  params: byId,
  body: z.strictObject({ ticket_id: id, kind: linkKind }),
  response: relations,
});

export const unlinkTicket = endpoint({
  method: 'DELETE',
  path: '/api/tickets/:id/links/:other',
  permission: 'TICKETS:EDIT',
  summary: 'Remove the link between two tickets.',
  params: byId.extend({ other: idText }),
  response: relations,
});

export const followTicket = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/follow',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary:
    'Follow a ticket, or stop following it: followers are notified of new messages and status changes.',
  params: byId,
  body: z.strictObject({ follow: z.boolean() }),
  response: relations,
});

/** A notification about a ticket: a mention in a note, or news on a ticket that one follows. */
export const ticketNotice = z.object({
  id,
  kind: z.enum(['mention', 'message', 'status', 'rule', 'snooze', 'unsent']),
  ticket: ticket.pick({ id: true, number: true, subject: true }),
  message_id: id.nullable(),
  /** Who wrote, or the name of the automation rule. */
  by: z.string(),
  /** The beginning of the message, or the new status. */
  text: z.string(),
  /** On a followed ticket: how many there were since it was read. */
  count: z.number().int(),
  at: timestamp,
  is_read: z.boolean(),
});
export type TicketNotice = z.infer<typeof ticketNotice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  permission: 'TICKETS:VIEW',
  summary: 'Your notifications, latest first: mentions, and news of tickets that you follow.',
  query: z.strictObject({
    kind: z.enum(['all', 'mention']).default('all'),
    before: idText.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(30),
  }),
  response: z.object({ data: z.array(ticketNotice), has_more: z.boolean(), unread: z.number().int() }),
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/notices/read',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary: 'Mark notifications as read: all, those about one ticket, or a single one.',
  body: z.strictObject({ ticket_id: id.optional(), notice_id: id.optional() }),
  response: okResponse,
});

export const listMentionable = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/mentionable',
  permission: 'TICKETS:NOTE',
  summary:
    'Colleagues who can be mentioned in a note on this ticket, and those who cannot because they do not see it.',
  params: byId,
  response: z.object({
    data: z.array(z.object({ id, fullname: z.string(), username: z.string(), can_see: z.boolean() })),
  }),
});

export const ticketRelationEvents = {
  /** The relations of this ticket are to be fetched again; with `timeline`, its time line and customer data as well. */
  'ticket-relations-changed': z.object({ ticket_id: id, timeline: z.boolean() }),
  /** Sent to one user. */
  'ticket-notice': z.object({ notice: ticketNotice, unread: z.number().int() }),
  /** Sent to one user: they follow a ticket now, or no longer. */
  'ticket-followed': z.object({ ticket_id: id, follows: z.boolean() }),
  'ticket-notices-read': z.object({ unread: z.number().int() }),
};
