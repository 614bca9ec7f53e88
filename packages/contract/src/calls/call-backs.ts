import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { toDialableNumber } from '../telephony/phone-calls.ts';
import { callKind, joinCredentials, roomName, visitorCall } from './rooms.ts';
import { emailAddress } from '../mail/mail-address.ts';
import { clientKey, okResponse, id, idText, line, text, timestamp } from '../kit/shapes.ts';

/**
 * The states of a call-back that a customer asked for. `ringing`: at our agents; `calling`: an agent has picked up, and the
 * customer is being reached; `missed`: no further automatic attempts.
 */
export const CALL_BACK_STATES = ['waiting', 'ringing', 'calling', 'done', 'missed', 'cancelled'] as const;
export const callBackState = z.enum(CALL_BACK_STATES);
export type CallBackState = z.infer<typeof callBackState>;

/** Why the last attempt failed, or why there are no more. */
export const CALL_BACK_REASONS = ['nobody', 'declined', 'not_reached', 'called_again'] as const;

/** How many days ahead a call-back may be requested. */
export const CALL_BACK_DAYS_MAX = 14;

/** A telephone number as people type it: digits and separators. */
export const phoneNumber = line(40).regex(/^\+?[\d\s().-]{6,}$/);

/** A call-back as the ticket shows it. */
export const callBack = z.object({
  id,
  ticket_id: id,
  kind: callKind,
  /** Whether this is a telephone call to the number, which starts from the phone of the agent who picks up. */
  is_telephone: z.boolean(),
  state: callBackState,
  /** The requested time. */
  due_at: timestamp,
  /** When it rings (again); null while it rings, and when it is over. */
  next_at: timestamp.nullable(),
  attempts: z.number().int(),
  reason: z.enum(CALL_BACK_REASONS).nullable(),
  customer_name: z.string(),
  /** The number given for this call-back; empty for none. */
  phone: z.string(),
  email: z.string(),
  /** The agent who picked it up. */
  user_id: id.nullable(),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
});
export type CallBack = z.infer<typeof callBack>;

/** A call-back as the customer sees it. */
export const visitorCallBack = callBack
  .pick({ kind: true, state: true, due_at: true, next_at: true, reason: true })
  .extend({
    /** The room of the call that they can join now. */
    room_name: roomName.nullable(),
    agent_name: z.string().nullable(),
  });
export type VisitorCallBack = z.infer<typeof visitorCallBack>;

/** The request for a call-back. `room_name`: the call that the customer gave up for it; without one a ticket is opened. */
const asker = {
  client_key: clientKey,
  room_name: roomName.optional(),
  name: line(LIMITS.name),
  email: emailAddress.optional(),
  page: text(LIMITS.url).default(''),
};

export const requestVisitorCallBack = endpoint({
  method: 'POST',
  path: '/api/livechat/call-backs',
  permission: 'visitor',
  summary:
    'Request a call-back instead of waiting. A second request moves the scheduled call-back to the new time.',
  perMinute: 6,
  perMinuteOfAddress: 30,
  body: z.strictObject({
    ...asker,
    kind: callKind,
    /** In the future, at most 14 days ahead; null: as soon as an agent is free. */
    at: z.iso.datetime().nullable(),
    phone: phoneNumber.optional(),
  }),
  response: z.object({ data: visitorCallBack }),
});

export const getVisitorCallBack = endpoint({
  method: 'GET',
  path: '/api/livechat/call-backs/current',
  permission: 'visitor',
  summary: 'The visitor’s scheduled call-back, or their last one.',
  perMinute: 120,
  response: z.object({ data: visitorCallBack.nullable() }),
});

export const cancelVisitorCallBack = endpoint({
  method: 'POST',
  path: '/api/livechat/call-backs/cancel',
  permission: 'visitor',
  summary: 'Cancel the call-back.',
  perMinute: 20,
  body: z.strictObject({}),
  response: z.object({ data: visitorCallBack.nullable() }),
});

export const answerCallBack = endpoint({
  method: 'POST',
  path: '/api/livechat/call-backs/answer',
  permission: 'visitor',
  summary: 'Accept or decline the call-back that is ringing.',
  perMinute: 20,
  body: z.strictObject({ room_name: roomName, accept: z.boolean() }),
  response: z.object({ data: visitorCall }),
});

export const leaveCallMessage = endpoint({
  method: 'POST',
  path: '/api/livechat/calls/message',
  permission: 'visitor',
  summary: 'Leave a message instead of waiting. The call ends; the message is on its ticket.',
  perMinute: 6,
  perMinuteOfAddress: 30,
  body: z.strictObject({
    ...asker,
    body: text(LIMITS.visitorBody).refine((body) => body.trim() !== '', { message: 'Must contain text' }),
  }),
  response: okResponse,
});

export const listTicketCallBacks = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/call-backs',
  permission: 'TICKETS:VIEW',
  summary: 'The call-backs of a ticket, oldest first.',
  params: z.object({ id: idText }),
  response: z.object({ data: z.array(callBack) }),
});

export const cancelCallBack = endpoint({
  method: 'POST',
  path: '/api/call-backs/:id/cancel',
  permission: 'TICKETS:REPLY',
  summary: 'Cancel a call-back.',
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({ data: callBack }),
});

export const callBackNow = endpoint({
  method: 'POST',
  path: '/api/call-backs/:id/call',
  permission: 'TICKETS:REPLY',
  summary: 'Call the customer back now, yourself. A repeated request makes no second call.',
  perMinute: 20,
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  /** `data` is null for a call-back by telephone, which has no room: the agent's own phone rings first. */
  response: z.object({ data: joinCredentials.nullable(), link: z.string(), was_sent: z.boolean() }),
});

const dialableNumber = line(LIMITS.identity).refine((number) => toDialableNumber(number) !== null, {
  message: 'Not a valid phone number',
});
/** As in `requestVisitorCallBack`. */
const callBackTime = z.iso.datetime().nullable();

export const scheduleCallBack = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/call-backs',
  permission: 'TICKETS:REPLY',
  summary:
    'Schedule a call-back by telephone: at that time it rings for an available agent. The same client_key schedules it once.',
  perMinute: 30,
  params: z.object({ id: idText }),
  body: z.strictObject({ client_key: clientKey, phone: dialableNumber, at: callBackTime }),
  response: z.object({ data: callBack }),
});

export const rescheduleCallBack = endpoint({
  method: 'POST',
  path: '/api/call-backs/:id/move',
  permission: 'TICKETS:REPLY',
  summary: 'Reschedule a call-back. Refused while it rings, and after it has ended.',
  params: z.object({ id: idText }),
  body: z.strictObject({ at: callBackTime }),
  response: z.object({ data: callBack }),
});

export const callBackEvents = { 'call-back-changed': callBack };
