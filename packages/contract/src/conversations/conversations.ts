import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { clientKey, id, idText, timestamp, okResponse } from '../kit/shapes.ts';
import { scheduledReplyEvents } from './scheduled-reply.ts';
import { message, ticket } from '../tickets/tickets.ts';
import { mediaIdsWith } from './channel-traits.ts';

/** A waiting conversation is offered to one agent at a time. */
export const conversationOffer = z.object({
  conversation_id: id,
  ticket_id: id,
  ticket_number: z.string(),
  media_id: mediaId,
  department_id: id,
  customer_name: z.string(),
  preview: z.string(),
  offered_at: timestamp,
  expires_at: timestamp,
});
export type ConversationOffer = z.infer<typeof conversationOffer>;

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/conversations/offers',
  permission: 'TICKETS:REPLY',
  summary: 'The conversations that are offered to you right now.',
  response: z.object({ data: z.array(conversationOffer) }),
});

export const acceptOffer = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/accept',
  permission: 'TICKETS:REPLY',
  summary: 'Accept an offered conversation: its ticket is assigned to you.',
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({ data: ticket }),
});

export const declineOffer = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/decline',
  permission: 'TICKETS:REPLY',
  summary: 'Decline an offered conversation: it goes to the next agent.',
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: okResponse,
});

export const takeNextConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/next',
  permission: 'TICKETS:REPLY',
  summary: 'Take the next waiting conversation of your departments, even if you are at capacity.',
  body: z.strictObject({ client_key: clientKey }),
  response: z.object({
    /** Null: no conversation waits. */
    data: ticket.nullable(),
  }),
});

const socmedTotal = z.object({
  media_id: z.literal(mediaIdsWith(({ counter }) => counter === 'socmed')),
  total: z.number().int(),
});

/** Conversations of yours with unread customer messages, by channel: what the counters in the top bar show. */
export const notificationCounters = z.object({
  whatsapp: z.object({ total: z.number().int() }),
  email: z.object({ total: z.number().int() }),
  sms: z.object({ total: z.number().int() }),
  livechat: z.object({ total: z.number().int() }),
  socmed: z.array(socmedTotal),
});
export type NotificationCounters = z.infer<typeof notificationCounters>;

export const getCounters = endpoint({
  method: 'GET',
  path: '/api/conversations/counters',
  permission: 'signed-in',
  summary: 'Notification counters of the signed-in user.',
  response: z.object({ data: notificationCounters }),
});

const total = z.object({ total: z.number().int() });

export const conversationEvents = {
  ...scheduledReplyEvents,
  'conversation-offer': conversationOffer,
  'conversation-offer-ended': z.object({
    conversation_id: id,
    reason: z.enum(['accepted', 'declined', 'timeout', 'withdrawn']),
  }),
  'livechat-notif': total,
  'whatsapp-notif': total,
  'email-notif': total,
  'sms-notif': total,
  'socmed-notif': socmedTotal,
  /** A message in or out on that kind of channel; every other entry of a time line is `message-added`. */
  'livechat-message': message,
  'whatsapp-message': message,
  'socmed-message': message,
};
