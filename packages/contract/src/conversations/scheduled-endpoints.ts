import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { fileRef, id, idText } from '../kit/shapes.ts';
import { mailAddress } from '../mail/mail.ts';
import { templateChoice } from '../messaging/message-templates.ts';
import {
  hasReplyContent,
  CONTENT_REQUIRED_ERROR,
  replyParts,
  sendTime,
} from '../tickets/ticket-endpoints.ts';
import { scheduledReply } from './scheduled-reply.ts';

const byId = z.object({ id: idText });
const one = z.object({ data: scheduledReply });

export const scheduleReply = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/scheduled-replies',
  permission: 'TICKETS:REPLY',
  summary:
    'Schedule a reply, within a year. It is sent in your name and with the permissions you have at that time; if it cannot be sent, it stays on the ticket as failed and you are notified. `solve` solves the ticket once it is sent. The same client_key is stored once.',
  params: byId,
  body: replyParts
    .extend({ send: sendTime, solve: z.boolean().default(false) })
    .refine(hasReplyContent, CONTENT_REQUIRED_ERROR),
  response: one,
});

export const rescheduleReply = endpoint({
  method: 'PATCH',
  path: '/api/scheduled-replies/:id',
  permission: 'TICKETS:REPLY',
  summary: 'Reschedule your scheduled or failed reply. Refused once it is sent.',
  params: byId,
  body: z.strictObject({ send: sendTime }),
  response: one,
});

/** The text and options of a cancelled reply, so that its writer can continue it. */
export const cancelledReply = z.object({
  client_key: z.string(),
  body: z.string(),
  html: z.string().optional(),
  to: z.array(mailAddress).optional(),
  cc: z.array(mailAddress).optional(),
  bcc: z.array(mailAddress).optional(),
  confirmed: z.array(z.string()).optional(),
  template: templateChoice.optional(),
  choices: z.array(z.string()).optional(),
  conversation_id: id.optional(),
  forwards: z.object({ message_id: id, file_ids: z.array(z.string()) }).optional(),
  attachments: z.array(fileRef),
});
export type CancelledReply = z.infer<typeof cancelledReply>;

export const cancelScheduledReply = endpoint({
  method: 'DELETE',
  path: '/api/scheduled-replies/:id',
  permission: 'TICKETS:REPLY',
  summary:
    'Cancel your scheduled or failed reply. Returns its text; refused once it is sent. Can be undone with `restore`.',
  params: byId,
  response: z.object({ data: cancelledReply }),
});

export const restoreScheduledReply = endpoint({
  method: 'POST',
  path: '/api/scheduled-replies/:id/restore',
  permission: 'TICKETS:REPLY',
  summary:
    'Restore your cancelled reply: it is scheduled for the same time, or failed, as before. If its time has passed, it is sent immediately.',
  params: byId,
  body: z.strictObject({}),
  response: one,
});
