import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { clientKey, okResponse, id, idText, timestamp } from '../kit/shapes.ts';

/** `listen`: hears both, and nobody hears them; `whisper`: only the agent hears them; `barge`: both hear them. */
export const ESCORT_MODES = ['listen', 'whisper', 'barge'] as const;
/** `ringing_you`: the supervisor's own phone rings, for telephone calls; `attending`: they are on the call. */
export const ESCORT_STATES = ['ringing_you', 'attending', 'ended'] as const;
/** `over`: they left, or the call ended. All others: why it never began. */
export const ESCORT_OUTCOMES = [
  'over',
  'phone_unreachable',
  'phone_no_answer',
  'phone_declined',
  'gateway_unreachable',
  'gateway_refused',
  'unknown',
] as const;
export type EscortMode = (typeof ESCORT_MODES)[number];
export type EscortState = (typeof ESCORT_STATES)[number];
export type EscortOutcome = (typeof ESCORT_OUTCOMES)[number];
const mode = z.enum(ESCORT_MODES);

/** A supervisor on somebody else's call (“escort”), or about to be. */
export const escort = z.object({
  id,
  call_id: id,
  user_id: id,
  mode,
  state: z.enum(ESCORT_STATES),
  outcome: z.enum(ESCORT_OUTCOMES).nullable(),
  began_at: timestamp,
});
export type Escort = z.infer<typeof escort>;

/** A call that goes on now, on the telephone or in a room. */
export const liveCall = z.object({
  call_id: id,
  media_id: mediaId,
  direction: z.enum(['inbound', 'outbound']),
  /** `ivr`: in the menu; `queue`: waiting; `ringing`: at an agent. */
  state: z.enum(['ivr', 'queue', 'ringing', 'connected']),
  /** The other side's number; empty where it was withheld, and for calls in rooms. */
  number: z.string(),
  customer_id: id.nullable(),
  customer_name: z.string().nullable(),
  ticket_id: id.nullable(),
  /** The agent whom it rings, or who talks. */
  user_id: id.nullable(),
  /** The department of its ticket, or of its gateway; null: a room call without a ticket. */
  department_id: id.nullable(),
  /** The telephone queue that it waits in, or came through; empty for none. */
  queue: z.string(),
  ivr_keypress: z.string(),
  is_held: z.boolean(),
  started_at: timestamp,
  /** Since when it has been in this state. */
  since: timestamp,
  /** Whether supervisors can take it over and hang it up. */
  is_telephone: z.boolean(),
  /** Whether supervisors can listen to it, whisper and join in: not in rooms of other platforms. */
  can_attend: z.boolean(),
});
export type LiveCall = z.infer<typeof liveCall>;

/** All calls of one moment, oldest first. Of two of these, the one with the later `at` is valid. */
const liveCalls = z.object({ at: timestamp, calls: z.array(liveCall), escorts: z.array(escort) });
export type LiveCalls = z.infer<typeof liveCalls>;

/** Sent to whoever may see the calls and has asked for these figures. */
export const escortSignals = { 'total-escort': z.array(escort) };
/** Sent to the supervisor. */
export const escortEvents = { 'escort-changed': escort };

const call = z.object({ id: idText });

export const listLiveCalls = endpoint({
  method: 'GET',
  path: '/api/monitoring/calls',
  permission: 'MONITORING:VIEW',
  summary:
    'The current calls that you may see, with the supervisors in them. Changes are sent to the topic `floor`.',
  response: z.object({ data: liveCalls }),
});

export const attendCall = endpoint({
  method: 'POST',
  path: '/api/monitoring/calls/:id/escorts',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Listen to a call, whisper to its agent, or join it: for a telephone call your own phone rings, for one in a room you get a token to join with. The same client_key counts once. Recorded in the audit log; progress is sent as `escort-changed`.',
  perMinute: 30,
  params: call,
  body: z.strictObject({ client_key: clientKey, mode }),
  response: z.object({
    data: escort,
    /** The room's address and a token for it; null for a telephone call. */
    join: z.object({ url: z.string(), token: z.string() }).nullable(),
  }),
});

export const changeEscort = endpoint({
  method: 'PATCH',
  path: '/api/monitoring/escorts/:id',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: 'Switch between listening, whispering and joining; only for your own supervision.',
  perMinute: 60,
  params: call,
  body: z.strictObject({ mode }),
  response: z.object({ data: escort }),
});

export const endEscort = endpoint({
  method: 'DELETE',
  path: '/api/monitoring/escorts/:id',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Leave a call that you supervise; only for your own supervision. Not an error if it has already ended.',
  params: call,
  response: okResponse,
});

export const takeCallOver = endpoint({
  method: 'POST',
  path: '/api/monitoring/calls/:id/take-over',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Take over a telephone call from its agent: your phone rings, and the call goes back if you do not answer.',
  perMinute: 30,
  params: call,
  response: okResponse,
});

export const hangCallUp = endpoint({
  method: 'POST',
  path: '/api/monitoring/calls/:id/hang-up',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: 'End a telephone call, in whatever state it is.',
  perMinute: 30,
  params: call,
  response: okResponse,
});
