import { z } from 'zod';
import { conversationEvents } from './conversations.ts';
import { socketRequest } from '../kit/endpoint.ts';
import { id } from '../kit/shapes.ts';

const ok = z.object({ ok: z.literal(true) });

/** Asks for the counter of a channel: returned in the acknowledgement, and sent as the counter's event. */
const counted = (answer: (typeof conversationEvents)['email-notif']) =>
  socketRequest({ permission: 'signed-in', payload: z.unknown(), answer });

/** The payload of requests without data: none, or an empty one. */
export const noPayload = z.union([z.undefined(), z.null(), z.literal(''), z.strictObject({})]);

/**
 * Joins or leaves a ticket of that channel, to get its events; `watch` of its topic does the same for any ticket. Without a
 * ticket, joining returns the channel's counters, and leaving leaves all tickets that were joined in this way.
 */
const ofTicket = () =>
  socketRequest({
    permission: 'TICKETS:VIEW',
    payload: z.union([id, z.object({ ticket_id: id }), noPayload]),
    answer: ok,
  });

/** The socket requests of channels that the specification defines. */
export const channelRequests = {
  'email-in': counted(conversationEvents['email-notif']),
  'whatsapp-in': counted(conversationEvents['whatsapp-notif']),
  'sms-in': counted(conversationEvents['sms-notif']),
  'livechat-in': counted(conversationEvents['livechat-notif']),
  'socmed-in': socketRequest({
    permission: 'signed-in',
    payload: z.unknown(),
    answer: z.array(conversationEvents['socmed-notif']),
  }),
  'whatsapp-join-room': ofTicket(),
  'whatsapp-leave-room': ofTicket(),
  'socmed-join-room': ofTicket(),
  'socmed-leave-room': ofTicket(),
  'livechat-join-room': ofTicket(),
  'livechat-leave-room': ofTicket(),
};
