import { z } from 'zod';
import { CHOSEN_ACTIVITIES } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { clientKey, done, id, idText, line, text, timestamp } from '../kit/shapes.ts';
import { agent } from '../people/agents.ts';
import { message } from '../tickets/tickets.ts';

/** Max. number of tickets that are reassigned at once. */
export const GIVE_TICKETS_MAX = 100;
/** Max. length of a message to everybody. */
export const FLOOR_NOTICE_MAX = 500;

const byId = z.object({ id: idText });

export const setAgentActivity = endpoint({
  method: 'PUT',
  path: '/api/monitoring/agents/:id/activity',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Change what somebody else does from now on; they are told by whom. Refused (`conflict`) while they are in a call or one rings.',
  params: byId,
  body: z.strictObject({
    user_activity_id: z.literal([...CHOSEN_ACTIVITIES]),
    break_reason_id: id.optional(),
  }),
  response: z.object({ data: agent }),
});

export const signAgentOut = endpoint({
  method: 'POST',
  path: '/api/monitoring/agents/:id/sign-out',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'End every session of somebody else and set them offline. Refused (`conflict`) while they are in a call or one rings.',
  params: byId,
  body: z.strictObject({}),
  response: done,
});

export const giveTickets = endpoint({
  method: 'POST',
  path: '/api/monitoring/tickets/give',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Give tickets with their conversations to somebody, or take them over oneself. What one does not see, and what is over, is left.',
  body: z.strictObject({ ticket_ids: z.array(id).min(1).max(GIVE_TICKETS_MAX), assignee_id: id }),
  response: z.object({ data: z.object({ given: z.array(id), left: z.array(id) }) }),
});

export const sendNoteToAssignee = endpoint({
  method: 'POST',
  path: '/api/monitoring/tickets/:id/whisper',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Say something to whoever has a ticket, which no customer ever sees: an internal note that mentions them. The same client_key is stored once.',
  params: byId,
  body: z.strictObject({ client_key: clientKey, body: text(LIMITS.body).trim().min(1) }),
  response: z.object({ data: message }),
});

export const sendFloorNotice = endpoint({
  method: 'POST',
  path: '/api/monitoring/notices',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Send a message to everybody who is signed in now and whom one may see. It is shown on their screen, and not kept.',
  perMinute: 10,
  body: z.strictObject({ client_key: clientKey, text: line(FLOOR_NOTICE_MAX) }),
  response: z.object({
    data: z.object({
      /** How many people got it. */
      sent_to: z.number().int(),
    }),
  }),
});

/** `message`: to everybody; `activity`: somebody has changed the reader's activity. */
export const floorNotice = z.object({
  id: z.string(),
  kind: z.enum(['message', 'activity']),
  by: z.string(),
  text: z.string(),
  at: timestamp,
});
export type FloorNotice = z.infer<typeof floorNotice>;

/** Sent to the people concerned. */
export const floorEvents = { 'floor-notice': floorNotice };
