import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { RECORDING_POLICIES, callRecording, recordingIndicator } from './recordings.ts';
import { emailAddress } from '../mail/mail-address.ts';
import { clientKey, okResponse, id, idText, line, text, timestamp } from '../kit/shapes.ts';

/** Voice and video calls in rooms. */
export const CALL_KINDS = ['voice', 'video'] as const;
export const callKind = z.enum(CALL_KINDS);
export type CallKind = z.infer<typeof callKind>;

/**
 * The platform of the rooms: our own media server, the hosted service that the call library was made for, or pages of another
 * provider in a frame.
 */
export const CALL_PLATFORMS = ['embedded', 'daily', 'cloudflare'] as const;
export const callPlatform = z.enum(CALL_PLATFORMS);
export type CallPlatform = z.infer<typeof callPlatform>;

/** Section 9: how long a call rings, and how long it stays on the screen after that. */
export const RING_TIMEOUT_MS = 60_000;
export const RING_CLEARING_MS = 3_000;
/** Max. number of people in a call. */
export const CALL_PEOPLE_MAX = 8;

export const roomName = z.string().regex(/^[\w-]{1,64}$/);

/** The payload of a ring, exactly as in section 3 of the specification. */
export const roomDial = z.object({
  room_name: roomName,
  ticket_id: id,
  media_id: mediaId,
  customer_id: id,
  caller: z.string(),
  /** Set for a call-back: the customer is reached once somebody picks up. */
  is_call_back: z.literal(true).optional(),
  /** Set for a call-back by telephone: whoever picks up is rung on their own phone. */
  is_telephone: z.literal(true).optional(),
});
export type RoomDial = z.infer<typeof roomDial>;

export const roomHangup = z.object({ room_name: roomName });

/** Why it rings, if a colleague invites or transfers; sent before the ring itself. */
export const ringReason = z.object({
  room_name: roomName,
  reason: z.enum(['join', 'transfer', 'department']),
  /** The colleague's name. */
  by: z.string(),
  note: z.string(),
});
export type RingReason = z.infer<typeof ringReason>;

/** What the call library needs to join. */
export const joinCredentials = z.object({
  call_id: id,
  room_name: roomName,
  ticket_id: id,
  media_id: mediaId,
  kind: callKind,
  /** The call library's `url`: the room's address. */
  url: z.string(),
  /** The call library's `token`: who one is in the room. */
  token: z.string(),
  /** On platforms other than `embedded`, `url` and `token` are for our admission endpoint, which returns the platform's own. */
  platform: callPlatform,
  /** Whether calls are recorded here: automatically, on request of the agent, or never. */
  recording: z.enum(RECORDING_POLICIES),
  is_recording: z.boolean(),
  /** Whether the viewer may see the ticket; being invited to a call does not include that. */
  may_see_ticket: z.boolean(),
  /** Milliseconds since the epoch. */
  pickup_time: z.number().int(),
});
export type JoinCredentials = z.infer<typeof joinCredentials>;

/**
 * An unknown, ended or already answered room gives a response with `success` false and the reason in `message`, not an error.
 */
export const pickUpRoomCall = endpoint({
  method: 'POST',
  path: '/api/voip/daily/pickup',
  permission: 'TICKETS:REPLY',
  summary: 'Answer the ringing call.',
  body: z.object({
    room_name: roomName,
    ticket_id: z.string().regex(/^\d{1,15}$/),
    media_id: mediaId,
    user_level_id: z.number().int(),
  }),
  response: z.object({ success: z.boolean(), message: z.string(), data: joinCredentials.optional() }),
});

export const hangUpRoomCall = endpoint({
  method: 'DELETE',
  path: '/api/voip/daily/hangup',
  permission: 'TICKETS:REPLY',
  summary: 'End your call.',
  body: z.object({ room_name: roomName, user_level_id: z.number().int() }),
  response: z.object({ success: z.boolean(), message: z.string() }),
});

export const CALL_STATES = ['waiting', 'ringing', 'connected', 'ended'] as const;
/**
 * `message`, `call_back`: the caller chose that instead of waiting. `declined`: a customer who was called back did not want to
 * talk.
 */
export const CALL_ENDS = [
  'hung_up',
  'abandoned',
  'unanswered',
  'left',
  'failed',
  'message',
  'call_back',
  'declined',
] as const;

/** A call as the ticket shows it. */
export const roomCall = z.object({
  id,
  room_name: roomName,
  ticket_id: id,
  media_id: mediaId,
  kind: callKind,
  direction: z.enum(['inbound', 'outbound']),
  state: z.enum(CALL_STATES),
  customer_name: z.string(),
  user_id: id.nullable(),
  started_at: timestamp,
  answered_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  end_reason: z.enum(CALL_ENDS).nullable(),
  rating: z.number().int().nullable(),
});
export type RoomCall = z.infer<typeof roomCall>;

export const listTicketCalls = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/calls',
  permission: 'TICKETS:VIEW',
  summary: 'The room calls of a ticket with their recordings, oldest first.',
  params: z.object({ id: idText }),
  response: z.object({ data: z.array(roomCall.extend({ recordings: z.array(callRecording) })) }),
});

export const startTicketCall = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/calls',
  permission: 'TICKETS:REPLY',
  summary: 'Start a call from the conversation: the customer gets a link, and you get what you need to join.',
  perMinute: 20,
  params: z.object({ id: idText }),
  body: z.strictObject({ kind: callKind, client_key: clientKey }),
  /** The link is sent where the customer writes; it is returned too, to be passed on by other ways. */
  response: z.object({ data: joinCredentials, link: z.string(), was_sent: z.boolean() }),
});

export const linkCallGuest = endpoint({
  method: 'POST',
  path: '/api/calls/:id/guests',
  permission: 'TICKETS:REPLY',
  summary: 'Create a link to your call for one guest, who waits until a participant admits them.',
  perMinute: 20,
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({ link: z.string() }),
});

export const getOwnCall = endpoint({
  method: 'GET',
  path: '/api/voip/daily/current',
  permission: 'signed-in',
  summary: 'The call that rings for you or that you are in, so that a reloaded page can resume it.',
  response: z.object({
    data: z.object({
      ringing: roomDial
        .extend({ kind: callKind, expires_at: timestamp, reason: ringReason.nullable() })
        .nullable(),
      joined: joinCredentials.extend({ caller: z.string(), customer_id: id }).nullable(),
    }),
  }),
});

/** The call as the customer sees it. */
export const visitorCall = z.object({
  room_name: roomName,
  kind: callKind,
  state: z.enum(CALL_STATES),
  /** Position in the queue, from 1, while waiting. */
  position: z.number().int().nullable(),
  /** Average wait of the last callers, in seconds; null when there were too few. */
  expected_wait: z.number().int().nullable(),
  agent_name: z.string().nullable(),
  /** Since when the caller has been on hold; null while they are not. */
  held_since: timestamp.nullable(),
  /** The department to whose queue the call was transferred; null otherwise. */
  moved_to: z.string().nullable(),
  end_reason: z.enum(CALL_ENDS).nullable(),
  rating: z.number().int().nullable(),
  /** Whether the call may be recorded; the caller is told before they speak. */
  is_recorded: z.boolean(),
  recording: recordingIndicator,
  /** We are calling them back, and they have not accepted or declined yet. */
  rings: z.boolean(),
  platform: callPlatform,
  url: z.string(),
  /** Set while the call can be joined. */
  token: z.string().nullable(),
});
export type VisitorCall = z.infer<typeof visitorCall>;

export const startVisitorCall = endpoint({
  method: 'POST',
  path: '/api/livechat/calls',
  permission: 'visitor',
  summary: 'Start a call: it rings for the first available agent. The same client_key starts one call.',
  perMinute: 6,
  // Many people in one office may call, but one visitor after the other must not make all phones ring.
  perMinuteOfAddress: 60,
  body: z.strictObject({
    client_key: clientKey,
    kind: callKind,
    name: line(LIMITS.name),
    email: emailAddress.optional(),
    phone: line(40).optional(),
    page: text(LIMITS.url).default(''),
  }),
  response: z.object({ data: visitorCall }),
});

export const getVisitorCall = endpoint({
  method: 'GET',
  path: '/api/livechat/calls/current',
  permission: 'visitor',
  summary: 'The visitor’s current call, or their last one.',
  perMinute: 120,
  response: z.object({ data: visitorCall.nullable() }),
});

export const endVisitorCall = endpoint({
  method: 'POST',
  path: '/api/livechat/calls/end',
  permission: 'visitor',
  summary: 'Hang up.',
  perMinute: 20,
  body: z.strictObject({ room_name: roomName }),
  response: z.object({ data: visitorCall.nullable() }),
});

/** How a call was for the customer, from 1 to 5. */
export const callRating = z.object({
  rating: z.number().int().min(1).max(5),
  comment: text(1000).default(''),
});
export type CallRating = z.infer<typeof callRating>;

export const rateVisitorCall = endpoint({
  method: 'POST',
  path: '/api/livechat/calls/rate',
  permission: 'visitor',
  summary: 'Rate the call, once, after it has ended.',
  perMinute: 10,
  body: z.strictObject({ room_name: roomName, ...callRating.shape }),
  response: okResponse,
});

export const roomEngineEvent = endpoint({
  method: 'POST',
  path: '/api/rooms/events',
  permission: 'public',
  summary: 'Receives signed events of the media server about rooms.',
  raw: true,
  bodyBytes: LIMITS.jsonBytes,
  response: okResponse,
});

export const roomEvents = {
  'voip-dial': roomDial,
  'daily-dial': roomDial,
  'voip-hangup': roomHangup,
  'daily-hangup': roomHangup,
  'call-ring-reason': ringReason,
  'call-changed': roomCall,
};
