import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { fileRef, id, idText } from '../kit/shapes.ts';
import { mailAddress } from '../mail/mail.ts';
import { templateChoice } from '../messaging/message-templates.ts';
import { hasReplyContent, NEEDS_CONTENT, replyParts, sendTime } from '../tickets/ticket-endpoints.ts';
import { scheduledReply } from './scheduled-reply.ts';

const byId = z.object({ id: idText });
const one = z.object({ data: scheduledReply });

export const scheduleReply = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/scheduled-replies',
  permission: 'TICKETS:REPLY',
  summary:
    'Answer the customer later, within a year: the same as an answer, with when it goes out. It goes out in your name and with the rights that you have then; what cannot be sent by then stays on the ticket as failed, and you are notified. `solve` solves the ticket once it has gone out. The same client_key is stored once.',
  params: byId,
  body: replyParts
    .extend({ send: sendTime, solve: z.boolean().default(false) })
    .refine(hasReplyContent, NEEDS_CONTENT),
  response: one,
});

export const moveScheduledReply = endpoint({
  method: 'PATCH',
  path: '/api/scheduled-replies/:id',
  permission: 'TICKETS:REPLY',
  summary:
    'Send a reply of yours that waits, or that has failed, at another time. Refused once it has gone out.',
  params: byId,
  body: z.strictObject({ send: sendTime }),
  response: one,
});

/** What was written, so that it can be written on. */
export const writtenReply = z.object({
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
export type WrittenReply = z.infer<typeof writtenReply>;

export const cancelScheduledReply = endpoint({
  method: 'DELETE',
  path: '/api/scheduled-replies/:id',
  permission: 'TICKETS:REPLY',
  summary:
    'Do not send a reply of yours that waits or has failed. Gives what was written; refused once it has gone out. Can be undone with `restore`.',
  params: byId,
  response: z.object({ data: writtenReply }),
});

export const restoreScheduledReply = endpoint({
  method: 'POST',
  path: '/api/scheduled-replies/:id/restore',
  permission: 'TICKETS:REPLY',
  summary:
    'Undo that a reply of yours was cancelled: it waits for the same time, or has failed, as before. One whose time has passed meanwhile goes out at once.',
  params: byId,
  body: z.strictObject({}),
  response: one,
});
