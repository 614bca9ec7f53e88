import { z } from 'zod';
import { id } from '../kit/shapes.ts';

const people = z.array(z.string());

/** Events of conversations, offers and sending on the time line. */
export const conversationTimeLine = [
  z.object({ type: z.literal('chat_started'), page: z.string() }),
  z.object({ type: z.literal('chat_ended'), by: z.enum(['customer', 'agent', 'system']) }),
  z.object({ type: z.literal('offered'), user_id: id }),
  z.object({ type: z.literal('offer_missed'), user_id: id, reason: z.enum(['declined', 'timeout', 'left']) }),
  z.object({ type: z.literal('transcript_sent'), email: z.string() }),
  /** A failed message was sent again; for e-mails with the recipients before and now. */
  z.object({ type: z.literal('sent_again'), message_id: id, before: people, now: people }),
] as const;
