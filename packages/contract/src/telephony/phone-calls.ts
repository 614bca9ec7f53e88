import { z } from 'zod';
import { MediaStatus } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { clientKey, okResponse, id, timestamp } from '../kit/shapes.ts';

/** E.164 numbers have up to 15 digits; shorter ones are colleagues or services of the gateway. */
const DIGITS = /^\+?\d{6,15}$/;

/**
 * Normalises a typed telephone number; null where it is invalid. Other characters are not allowed: letters, `*` and `&` have a
 * meaning in a dial plan.
 */
export function toDialableNumber(typed: string): string | null {
  const number = typed.replaceAll(/[\s().\-/]/g, '');
  return DIGITS.test(number) ? number : null;
}

/** `ringing_you`: the user's own phone rings; `calling`: it was answered, and the other side rings. */
export const DIAL_STATES = ['ringing_you', 'calling', 'answered', 'ended'] as const;

/**
 * The outcome. `phone_…`: at the user's own phone; `gateway_…`: before any phone rang; `line_fault`: the outside line failed;
 * `unknown`: the gateway was gone before it could tell.
 */
export const DIAL_OUTCOMES = [
  'answered',
  'busy',
  'declined',
  'no_answer',
  'wrong_number',
  'line_fault',
  'you_hung_up',
  'phone_unreachable',
  'phone_declined',
  'phone_no_answer',
  'phone_hung_up',
  'phone_busy',
  'phone_congested',
  'gateway_unreachable',
  'gateway_refused',
  'unknown',
] as const;
export type DialState = (typeof DIAL_STATES)[number];
export type DialOutcome = (typeof DIAL_OUTCOMES)[number];

/** A telephone call that a user dialled on the screen. */
export const phoneDial = z.object({
  call_id: id,
  number: z.string(),
  ticket_id: id.nullable(),
  customer_id: id.nullable(),
  state: z.enum(DIAL_STATES),
  outcome: z.enum(DIAL_OUTCOMES).nullable(),
  /** Section 4: “Unconnected” once the own phone was rung, “Connected” once both talk. */
  media_status_id: z.literal([MediaStatus.connected, MediaStatus.unconnected]).nullable(),
  started_at: timestamp,
});
export type PhoneDial = z.infer<typeof phoneDial>;

export const startPhoneCall = endpoint({
  method: 'POST',
  path: '/api/phone/calls',
  permission: 'TICKETS:REPLY',
  summary:
    'Call a number: your own phone rings first, then the number is called. The same client_key makes one call. Progress is sent as `originate-response-event` and `phone-dial-changed`.',
  perMinute: 30,
  body: z.strictObject({
    client_key: clientKey,
    number: z
      .string()
      .max(LIMITS.identity)
      .refine((number) => toDialableNumber(number) !== null, 'Not a valid phone number'),
    /** The ticket of the call; without one it gets one when both talk. */
    ticket_id: id.optional(),
    customer_id: id.optional(),
  }),
  response: z.object({ data: phoneDial }),
});

export const readOwnPhoneCall = endpoint({
  method: 'GET',
  path: '/api/phone/calls/own',
  permission: 'TICKETS:REPLY',
  summary:
    'Whether you can make calls (with a phone extension and a gateway), the last call that you requested, and the call that you are in.',
  response: z.object({
    data: z.object({
      can_call: z.boolean(),
      call: phoneDial.nullable(),
      /** `ticket_id`: null where the viewer may not see it, or there is none yet. */
      current: z.object({ call_id: id, ticket_id: id.nullable() }).nullable(),
    }),
  }),
});

export const pausePhoneRecording = endpoint({
  method: 'POST',
  path: '/api/phone/calls/own/recording',
  permission: 'TICKETS:REPLY',
  summary:
    'Pause or resume the recording of your telephone call, for example while card data is spoken. Effective when it responds; `conflict` if nothing is recorded.',
  perMinute: 30,
  body: z.strictObject({ is_paused: z.boolean() }),
  response: okResponse,
});

/**
 * A key that the other side has pressed, only sent to those who talk with them. Not stored, since it may be part of a card
 * number or PIN.
 */
export const phoneCallSignals = {
  'phone-key-pressed': z.object({ call_id: id.nullable(), uniqueid: z.string(), key: z.string().length(1) }),
};

/** Sent to the user who dialled. */
export const phoneCallEvents = { 'phone-dial-changed': phoneDial };
