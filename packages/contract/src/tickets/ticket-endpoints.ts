import { z } from 'zod';
import { CHOICE_LENGTH_MAX, CHOICES_MAX } from '../messaging/choices.ts';
import { mediaId } from '../kit/codes.ts';
import { scheduledReply } from '../conversations/scheduled-reply.ts';
import { customer } from '../customers/customers.ts';
import { answerChanges } from '../custom-fields/custom-fields.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { typedAddresses } from '../mail/mail.ts';
import { templateChoice } from '../messaging/message-templates.ts';
import { clientKey, cursor, okResponse, id, idText, line, tag, text } from '../kit/shapes.ts';
import { draft, draftKind } from './ticket-drafts.ts';
import { conversation, message, ticket, ticketCount, ticketFilter } from './tickets.ts';

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/tickets',
  permission: 'TICKETS:VIEW',
  summary:
    'Tickets that you may see, filtered, searched and paged. `newest` and `oldest` go by the last message.',
  query: ticketFilter.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(50),
  }),
  response: z.object({ data: z.array(ticket), next: cursor.nullable() }),
});

export const getTicketCounts = endpoint({
  method: 'GET',
  path: '/api/tickets/counts',
  permission: 'TICKETS:VIEW',
  summary:
    'Counts of the tickets that you may see, by department and status, without solved and closed ones.',
  response: z.object({ data: z.array(ticketCount) }),
});

const byId = z.object({ id: idText });
const oneTicket = z.object({ data: ticket });
const version = z.number().int();

export const getTicket = endpoint({
  method: 'GET',
  path: '/api/tickets/:id',
  permission: 'TICKETS:VIEW',
  summary: 'A ticket with its customer, conversations, your drafts and the customer’s other tickets.',
  params: byId,
  response: z.object({
    data: z.object({
      ticket,
      customer,
      conversations: z.array(conversation),
      /** The conversation on which a reply goes out by default: where the customer wrote last. */
      answers_on: id.nullable(),
      /** Customers of its conversations who are not the ticket's own: after tickets of two customers were merged. */
      other_customers: z.array(z.object({ id, name: z.string() })),
      /** The address to which replies to a chat are also mailed after the chat has ended; null for none. */
      mailed_to: z.string().nullable(),
      /** Replies that go out later or could not, the next one first. */
      scheduled: z.array(scheduledReply),
      /** At most one of each kind, newest first. */
      drafts: z.array(draft),
      history: z.array(
        ticket.pick({
          id: true,
          number: true,
          subject: true,
          status: true,
          created_at: true,
          media_id: true,
        }),
      ),
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
    fields: answerChanges.default({}),
    note: text(LIMITS.body).default(''),
  }),
  response: oneTicket,
});

export const updateTicket = endpoint({
  method: 'PATCH',
  path: '/api/tickets/:id',
  permission: 'TICKETS:EDIT',
  summary:
    'Change fields, and of `fields` those that are named. A stale version is refused with what changed. A ticket with `snoozed_until` comes back at that time, or when its customer writes; its SLA targets keep running.',
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
    fields: answerChanges.optional(),
    /** Put it away until then, within a year; null ends that. */
    snoozed_until: z.iso.datetime().nullable().optional(),
  }),
  response: oneTicket,
});

export const takeTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/take',
  permission: 'TICKETS:REPLY',
  summary: 'Take an unassigned ticket. Refused with its assignee if someone else took it first.',
  params: byId,
  body: z.strictObject({}),
  response: oneTicket,
});

export const assignTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/assign',
  permission: 'TICKETS:ASSIGN',
  summary: 'Assign or unassign a ticket.',
  params: byId,
  body: z.strictObject({ version, assignee_id: id.nullable() }),
  response: oneTicket,
});

export const transferTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/transfer',
  permission: 'TICKETS:TRANSFER',
  summary: 'Transfer a ticket to another department, with a note for the agents there.',
  params: byId,
  body: z.strictObject({ version, department_id: id, note: text(LIMITS.body).default('') }),
  response: oneTicket,
});

export const solveTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/solve',
  permission: 'TICKETS:SOLVE',
  summary:
    'Solve a ticket. An open chat on it ends, and resumes with the customer’s next message within the reopen window. Refused as `fields_missing` with the required custom fields that are empty; `fields` can fill them in.',
  params: byId,
  body: z.strictObject({ version, fields: answerChanges.default({}) }),
  response: oneTicket,
});

export const reopenTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/reopen',
  permission: 'TICKETS:SOLVE',
  summary:
    'Reopen a solved or closed ticket. Whether its customer waits for a reply is as before it was solved.',
  params: byId,
  body: z.strictObject({ version }),
  response: oneTicket,
});

export const markNoReplyNeeded = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/no-reply',
  permission: 'TICKETS:REPLY',
  summary:
    'Mark that the customer’s last message needs no reply: the ticket no longer waits, and no next reply is due. A first reply stays due. Can be undone like a change.',
  params: byId,
  body: z.strictObject({ version }),
  response: oneTicket,
});

export const undoTicketChange = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/undo',
  permission: 'TICKETS:VIEW',
  summary:
    'Undo a change of your own within a day: `change` is the version that it made. Fields, SLA targets and conversations are restored, except for what others have changed since. Requires the permissions of the change.',
  params: byId,
  body: z.strictObject({ change: version, version }),
  response: oneTicket,
});

const written = z.strictObject({
  client_key: clientKey,
  body: text(LIMITS.body),
  file_ids: z.array(z.uuid()).max(LIMITS.filesPerMessage).default([]),
});
export const CONTENT_REQUIRED_ERROR = { message: 'A message needs text or a file' };
const hasContent = ({ body, file_ids: files }: z.output<typeof written>): boolean =>
  body.trim() !== '' || files.length > 0;

/** The content and options of a reply to the customer. */
export const replyParts = written.extend({
  html: text(LIMITS.mailHtml).optional(),
  to: typedAddresses.min(1).optional(),
  cc: typedAddresses.optional(),
  bcc: typedAddresses.optional(),
  /**
   * The addresses that a mail named instead of its sender (`answers_elsewhere`), and to which the agent has confirmed to
   * reply.
   */
  confirmed: z.array(line(LIMITS.identity)).max(LIMITS.mailRecipients).optional(),
  template: templateChoice.optional(),
  choices: z.array(line(CHOICE_LENGTH_MAX)).min(1).max(CHOICES_MAX).optional(),
  /** A written conversation of the ticket; by default the one where the customer wrote last. */
  conversation_id: id.optional(),
  /** Forwards a mail of this ticket to `to`, below the text, with the attachments `file_ids`. */
  forwards: z
    .strictObject({
      message_id: id,
      file_ids: z.array(z.uuid()).max(LIMITS.filesPerMessage).default([]),
    })
    .optional(),
});
export const hasReplyContent = (reply: z.output<typeof replyParts>): boolean =>
  hasContent(reply) || Boolean(reply.html?.trim()) || reply.forwards !== undefined;

/** The longest time for which a reply is held back so that it can be undone, in seconds. */
export const UNDO_SEND_SECONDS_MAX = 60;

/** Either a time, or a number of seconds from now, because the clock of a browser may be wrong. */
export const sendTime = z.union([
  z.strictObject({ at: z.iso.datetime() }),
  z.strictObject({ in_seconds: z.number().int().min(0).max(UNDO_SEND_SECONDS_MAX) }),
]);
export type SendTime = z.infer<typeof sendTime>;

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/messages',
  permission: 'TICKETS:REPLY',
  summary:
    'Reply to the customer on the conversation of this ticket. The same client_key is stored once. `html`, `to`, `cc` and `bcc` are for e-mails: the plain text is then made from the HTML, and without `to` it goes to the customer; an address to which an e-mail asked for replies in place of its sender is refused as `reply_unconfirmed` until a reply repeats it in `confirmed`. `template` sends a template that the provider has approved; `body` is then its text with the values filled in. `choices` are options for the customer below the text, as many and as long as the channel allows. `forwards` sends an e-mail to others that quotes one of this ticket: it is no reply, so the customer still waits and SLA targets keep running.',
  params: byId,
  body: replyParts.refine(hasReplyContent, CONTENT_REQUIRED_ERROR),
  response: z.object({ data: message }),
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/notes',
  permission: 'TICKETS:NOTE',
  summary: 'Add an internal note, which no customer ever sees. The same client_key is stored once.',
  params: byId,
  body: written.refine(hasContent, CONTENT_REQUIRED_ERROR),
  response: z.object({ data: message }),
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/draft',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary: 'Save your draft of a reply or a note. Empty text without files deletes it.',
  params: byId,
  body: z.strictObject({
    kind: draftKind,
    /** HTML for an e-mail. */
    body: text(LIMITS.mailHtml),
    file_ids: z.array(z.uuid()).max(LIMITS.filesPerMessage).default([]),
  }),
  response: okResponse,
});

export const markRead = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/read',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary: 'Mark the customer’s messages as read, up to this one. Only counts for the assignee.',
  params: byId,
  body: z.strictObject({ message_id: id }),
  response: okResponse,
});
