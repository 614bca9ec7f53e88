import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { recordingIndicator } from './recordings.ts';
import { CALL_STATES, roomName } from './rooms.ts';
import { ACTIVITY_CAUSES, activityId } from '../kit/codes.ts';
import { clientKey, okResponse, id, idText, text, timestamp } from '../kit/shapes.ts';

/** The max. length of the note for a colleague who is invited to a call or gets it transferred. */
export const MOVE_NOTE_MAX = 2000;

/** `join`: invited to the call. `transfer`: whoever picks up becomes its agent. */
export const INVITATION_PURPOSES = ['join', 'transfer'] as const;
export type InvitationPurpose = (typeof INVITATION_PURPOSES)[number];

/** `over`: the call ended, or moved on, while it rang. */
export const INVITATION_OUTCOMES = ['accepted', 'missed', 'cancelled', 'over'] as const;
export type InvitationOutcome = (typeof INVITATION_OUTCOMES)[number];

/** Why a colleague cannot be rung. `here`: they are in this call. `rights`: their role may not answer calls. */
export const NOT_RUNG_REASONS = [
  'here',
  'in_call',
  'ringing',
  'wrap_up',
  'missed_call',
  'on_break',
  'offline',
  'rights',
] as const;
export type NotRungReason = (typeof NOT_RUNG_REASONS)[number];

export const callInvitation = z.object({
  id,
  user_id: id,
  name: z.string(),
  purpose: z.enum(INVITATION_PURPOSES),
  expires_at: timestamp,
});
export type CallInvitation = z.infer<typeof callInvitation>;

/** The people of a call, as its agents see them. */
export const callParticipants = z.object({
  call_id: id,
  room_name: roomName,
  /** The agent whose call it is; the others were invited. */
  agent_id: id.nullable(),
  /** Since when the customer has been on hold; null while they are not. */
  held_since: timestamp.nullable(),
  recording: recordingIndicator,
  agents: z.array(z.object({ user_id: id, name: z.string() })),
  /** The invitations that ring now. */
  invitations: z.array(callInvitation),
});
export type CallParticipants = z.infer<typeof callParticipants>;

const byId = z.object({ id: idText });
const participantsResponse = z.object({ data: callParticipants });

export const getCallParticipants = endpoint({
  method: 'GET',
  path: '/api/calls/:id/inside',
  permission: 'TICKETS:REPLY',
  summary: 'The participants of your call, pending invitations, and whether the customer is on hold.',
  params: byId,
  response: participantsResponse,
});

export const callColleague = z.object({
  user_id: id,
  name: z.string(),
  department_ids: z.array(id),
  user_activity_id: activityId,
  activity_cause: z.enum(ACTIVITY_CAUSES).nullable(),
  /** Why they cannot be rung; null when they can. */
  not_rung: z.enum(NOT_RUNG_REASONS).nullable(),
});
export type CallColleague = z.infer<typeof callColleague>;

export const listCallColleagues = endpoint({
  method: 'GET',
  path: '/api/calls/:id/colleagues',
  permission: 'TICKETS:REPLY',
  summary: 'Colleagues who are online, and which of them can be invited to your call.',
  params: byId,
  response: z.object({ data: z.array(callColleague) }),
});

export const inviteToCall = endpoint({
  method: 'POST',
  path: '/api/calls/:id/invitations',
  permission: 'TICKETS:REPLY',
  summary: 'Invite a colleague to your call: it rings for them. The same client_key rings once.',
  perMinute: 30,
  params: byId,
  body: z.strictObject({ user_id: id, client_key: clientKey, note: text(MOVE_NOTE_MAX).default('') }),
  response: z.object({ data: callInvitation }),
});

export const cancelInvitation = endpoint({
  method: 'DELETE',
  path: '/api/call-invitations/:id',
  permission: 'TICKETS:REPLY',
  summary: 'Cancel an invitation that was not accepted yet.',
  params: byId,
  response: okResponse,
});

export const transferCall = endpoint({
  method: 'POST',
  path: '/api/calls/:id/transfer',
  permission: 'TICKETS:TRANSFER',
  summary:
    'Transfer your call to a colleague, for whom it rings unless they are in it, or to the queue of a department.',
  perMinute: 30,
  params: byId,
  body: z
    .strictObject({
      client_key: clientKey,
      note: text(MOVE_NOTE_MAX).default(''),
      user_id: id.optional(),
      department_id: id.optional(),
      /** To a colleague: whether you stay in the call until you hang up, instead of leaving when they pick up. */
      stays: z.boolean().default(true),
    })
    .refine((value) => (value.user_id === undefined) !== (value.department_id === undefined), {
      message: 'Either a colleague or a department',
    }),
  /** Null when nobody is rung: it went to a department, or to a colleague who is in the call. */
  response: z.object({ data: callInvitation.nullable() }),
});

export const holdCall = endpoint({
  method: 'POST',
  path: '/api/calls/:id/hold',
  permission: 'TICKETS:REPLY',
  summary: 'Put the customer on hold, or resume the call. On hold, neither side hears or sees the other.',
  perMinute: 60,
  params: byId,
  body: z.strictObject({ is_held: z.boolean() }),
  response: participantsResponse,
});

/** The state of a call, for customers who came by a link and get no events. */
export const guestCallState = z.object({
  state: z.enum(CALL_STATES),
  held_since: timestamp.nullable(),
  /** `on` already when recording is about to begin. */
  recording: recordingIndicator,
  /** The department to whose queue the call was transferred. */
  moved_to: z.string().nullable(),
  position: z.number().int().nullable(),
  expected_wait: z.number().int().nullable(),
});
export type GuestCallState = z.infer<typeof guestCallState>;

export const getGuestCallState = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/wait',
  permission: 'public',
  summary: 'With the token of a room: whether the call is recorded, on hold, or waiting for the next agent.',
  // High, because all participants of calls in one office share an address and ask every few seconds.
  perMinute: 600,
  params: z.object({ name: roomName }),
  body: z.strictObject({ token: z.string().max(2000) }),
  response: z.object({ data: guestCallState }),
});

export const callMoveEvents = {
  'call-inside': callParticipants,
  /** Sent to the colleague who was rung, and to who invited them. */
  'call-invitation-ended': z.object({
    call_id: id,
    invitation_id: id,
    user_id: id,
    name: z.string(),
    purpose: z.enum(INVITATION_PURPOSES),
    outcome: z.enum(INVITATION_OUTCOMES),
  }),
};
