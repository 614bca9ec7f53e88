import { z } from 'zod';
import { conversationEvents } from './conversations.ts';
import { socketRequest } from '../kit/endpoint.ts';
import { id } from '../kit/shapes.ts';

const ok = z.object({ ok: z.literal(true) });

/** One's counter of a channel anew: in the acknowledgement, and as the counter's event. */
const counted = (answer: (typeof conversationEvents)['email-notif']) =>
  socketRequest({ permission: 'signed-in', payload: z.unknown(), answer });

/** What clients send that have nothing to say: no payload, or an empty one. */
export const noPayload = z.union([z.undefined(), z.null(), z.literal(''), z.strictObject({})]);

/**
 * Hear what is written on a ticket of that channel, or no longer; `watch` of its topic does the same for any ticket. Without
 * a ticket, joining tells the channel's counters, and leaving leaves all of its tickets that were joined so.
 */
const ofTicket = () =>
  socketRequest({
    permission: 'TICKETS:VIEW',
    payload: z.union([id, z.object({ ticket_id: id }), noPayload]),
    answer: ok,
  });

/** What the specification has clients ask of channels. */
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
