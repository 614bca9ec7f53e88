import { z } from 'zod';
import { CHOOSABLE_ACTIVITIES } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { clientKey, okResponse, id, idText, line, text, timestamp } from '../kit/shapes.ts';
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
    'Change another user’s activity; they see who did it. Refused (`conflict`) while they are in a call or one rings.',
  params: byId,
  body: z.strictObject({
    user_activity_id: z.literal([...CHOOSABLE_ACTIVITIES]),
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
    'Sign another user out everywhere and set them offline. Refused (`conflict`) while they are in a call or one rings.',
  params: byId,
  body: z.strictObject({}),
  response: okResponse,
});

export const giveTickets = endpoint({
  method: 'POST',
  path: '/api/monitoring/tickets/give',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Assign tickets with their conversations to someone, or take them over. Tickets that you do not see, or that are solved or closed, are skipped.',
  body: z.strictObject({ ticket_ids: z.array(id).min(1).max(GIVE_TICKETS_MAX), assignee_id: id }),
  response: z.object({ data: z.object({ given: z.array(id), left: z.array(id) }) }),
});

export const sendNoteToAssignee = endpoint({
  method: 'POST',
  path: '/api/monitoring/tickets/:id/whisper',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Send a note to the assignee of a ticket: an internal note that mentions them. Customers never see it. The same client_key is stored once.',
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
    'Send a message to all signed-in users whom you may see. It is shown on their screens and not stored.',
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
