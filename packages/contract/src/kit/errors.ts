import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** All codes of refusals: HTTP status, and a sentence for people who read raw responses. */
export const ERRORS = {
  bad_request: [400, 'The request is not valid.'],
  invalid: [400, 'Some of the values are not valid.'],
  not_signed_in: [401, 'Sign in first.'],
  set_up_already: [409, 'This workspace is set up already. Sign in.'],
  wrong_word: [403, 'This is not the setup word that the server printed when it started.'],
  wrong_credentials: [401, 'The user name or the password is wrong.'],
  session_ended: [401, 'This session has ended. Sign in again.'],
  forbidden: [403, 'Your role does not allow this.'],
  not_grantable: [403, 'You cannot give permissions that you do not have yourself.'],
  people_only: [403, 'An API key cannot do this. Sign in as a person.'],
  second_factor_needed: [401, 'Enter the code of your authenticator app, or a recovery code.'],
  wrong_code: [401, 'This code is not valid.'],
  wrong_passkey: [400, 'This passkey is not known here, or its answer is not valid.'],
  used_code: [409, 'This code has been used already. Wait for the next code.'],
  sign_in_expired: [409, 'This sign-in has taken too long or was finished already. Start again.'],
  provider_required: [403, 'Your role signs in with single sign-on only.'],
  provider_unreachable: [503, 'The sign-in provider does not answer. Try again in a moment.'],
  second_factor_required: [403, 'Your role requires two-factor authentication. Set it up first.'],
  password_expired: [403, 'Your password has expired. Choose a new one first.'],
  seeing_as: [403, 'You are viewing the workspace as another user: it is read-only until you end that.'],
  wrong_origin: [403, 'This request came from another site.'],
  site_not_allowed: [403, 'This chat may not be shown on this site.'],
  form_expired: [409, 'This form was sent already, or has been open for too long. Load it again.'],
  wrong_signature: [401, 'The signature is not valid.'],
  not_found: [404, 'This does not exist, or you may not see it.'],
  method_not_allowed: [405, 'This address does not support that method.'],
  stale: [409, 'Someone else changed this in the meantime.'],
  already_assigned: [409, 'Someone else has already taken this.'],
  ticket_merged: [409, 'This ticket has been merged into another one.'],
  offer_gone: [409, 'This conversation is no longer offered to you.'],
  conflict: [409, 'This is not possible in the current state.'],
  duplicate: [409, 'This already exists.'],
  in_use: [
    409,
    'This is in use. Deactivate it instead: it stays on existing records but can no longer be picked.',
  ],
  last_administrator: [
    409,
    'At least one active user who can sign in must keep all permissions of an administrator.',
  ],
  no_telephone: [409, 'You have no phone extension. Ask an administrator for one.'],
  no_gateway: [409, 'No telephone gateway is connected.'],
  in_a_call: [409, 'You are already in a call.'],
  reply_unconfirmed: [
    409,
    'An e-mail on this ticket asks for replies at an address that differs from its sender. Repeat the address in `confirmed` to write there.',
  ],
  own_mailbox: [400, 'One of the recipients is a mailbox of this workspace.'],
  too_many_recipients: [
    400,
    `An e-mail can have up to ${LIMITS.mailRecipientsTogether} recipients in To, Cc and Bcc together.`,
  ],
  already_sent: [409, 'This was already sent, with different text.'],
  fields_missing: [409, 'Some required fields are empty.'],
  meeting_ended: [410, 'Meeting has ended'],
  removed_from_call: [403, 'You were removed from this call.'],
  room_full: [409, 'This meeting is full'],
  lines_busy: [503, 'All lines are busy. Please try again in a moment.'],
  call_service_failed: [
    503,
    'The video service rejected this call. Try again in a moment, and tell an administrator if it happens again.',
  ],
  window_closed: [
    409,
    'The customer last wrote more than 24 hours ago: the provider accepts only templates.',
  ],
  customer_refuses: [409, 'The customer has opted out of messages on this channel.'],
  hands_full: [409, 'You have reached twice your capacity. Finish a conversation first.'],
  conversation_ended: [409, 'This conversation has ended.'],
  mail_not_configured: [409, 'Outgoing mail is not set up yet.'],
  too_large: [413, 'This is too large.'],
  unsupported_type: [415, 'This type of content is not accepted.'],
  weak_password: [422, 'This password is too easy to guess.'],
  invalid_reference: [422, 'This refers to something that does not exist.'],
  locked_out: [429, 'Too many failed attempts. Wait a moment.'],
  too_many_requests: [429, 'Too many requests. Wait a moment.'],
  internal: [500, 'Something went wrong on our side. It has been logged.'],
  unavailable: [503, 'The service is not ready. Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every refusal. `details` is set where the code alone is not enough, e.g. which field is invalid. */
export const errorBody = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  details: z.unknown().optional(),
  request_id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** `details` of `invalid`: what is wrong, by path. */
export const invalidDetails = z.array(z.object({ path: z.string(), message: z.string() }));
