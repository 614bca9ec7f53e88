import { z } from 'zod';
import { ACTIVITY_CAUSES, activityId, mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, timestamp } from '../kit/shapes.ts';
import { ALERT_KINDS } from './floor-alerts.ts';
import { floorState } from './floor.ts';

/**
 * Figures of the live board that are not stored: waiting messages, load, the longest wait for a reply, and who listened to
 * calls.
 */
export const FIGURES_NOT_REPLAYED = ['messages', 'load', 'unanswered', 'escorts'] as const;

const replayAgent = z.object({
  id,
  fullname: z.string(),
  user_activity_id: activityId,
  activity_cause: z.enum(ACTIVITY_CAUSES).nullable(),
  break_reason_id: id.nullable(),
  activity_since: timestamp,
  /** Their live chats; for other messages it is not stored who had them. */
  chats: z.number().int(),
});
export type ReplayAgent = z.infer<typeof replayAgent>;

const replayCall = z.object({
  call_id: id,
  media_id: mediaId,
  direction: z.enum(['inbound', 'outbound']),
  /** Null: not stored for that moment, as between two states. */
  state: z.enum(['ivr', 'queue', 'ringing', 'connected']).nullable(),
  is_held: z.boolean(),
  /** Since when it was in that state; where the state is null, since the call began. */
  since: timestamp,
  started_at: timestamp,
  /** The telephone queue; empty for none. */
  queue: z.string(),
  /** The agent who talked. */
  user_id: id.nullable(),
});
export type ReplayCall = z.infer<typeof replayCall>;

const replayAlert = z.object({
  id,
  name: z.string(),
  kind: z.enum(ALERT_KINDS),
  since: timestamp,
  /** When it became an alarm; null: it was a warning. */
  alarmed_at: timestamp.nullable(),
  is_acknowledged: z.boolean(),
});

export const getFloorReplay = endpoint({
  method: 'GET',
  path: '/api/monitoring/replay',
  permission: 'MONITORING:VIEW',
  summary:
    'The monitoring board at a past moment, rebuilt from what was recorded, as far as you may see it now. `unknown` names what was not recorded.',
  query: z.object({ at: z.iso.datetime() }),
  response: z.object({
    data: z.object({
      at: timestamp,
      agents: z.array(replayAgent),
      calls: z.array(replayCall),
      /** The service level up to that moment, by the definition of that day. */
      service: floorState.shape.service,
      service_rule: floorState.shape.service_rule,
      alerts: z.array(replayAlert),
      unknown: z.array(z.enum(FIGURES_NOT_REPLAYED)),
    }),
  }),
});
export type FloorReplay = z.infer<typeof getFloorReplay.response>['data'];
