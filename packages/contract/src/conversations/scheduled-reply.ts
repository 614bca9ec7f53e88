import { z } from 'zod';
import { fileRef, id, timestamp } from '../kit/shapes.ts';

/** A reply that goes out by itself at its time, or could not. */
export const scheduledReply = z.object({
  id,
  ticket_id: id,
  author: z.object({ id, name: z.string() }),
  body: z.string(),
  attachments: z.array(fileRef),
  /** A forwarded e-mail, which is no reply. */
  is_forward: z.boolean(),
  send_at: timestamp,
  state: z.enum(['waiting', 'failed']),
  /** Why it could not be sent: an error code. */
  fault: z.string().nullable(),
});
export type ScheduledReply = z.infer<typeof scheduledReply>;

export const scheduledReplyEvents = {
  /** All scheduled replies of this ticket. */
  'scheduled-replies-changed': z.object({ ticket_id: id, data: z.array(scheduledReply) }),
};
