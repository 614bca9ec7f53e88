import { z } from 'zod';
import { escort, liveCall } from '../calls/live-calls.ts';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, timestamp } from '../kit/shapes.ts';
import { agent } from '../people/agents.ts';
import { serviceLevelRule } from '../reporting/service-levels.ts';

/** An agent on the board. */
export const floorAgent = agent.extend({
  /** Max. weight of messages that they are offered at once. */
  capacity: z.number().int(),
  /** The weight of what they have or are being offered now. */
  load: z.number(),
  /** Their open conversations and offers, by medium. */
  loads: z.array(z.object({ media_id: mediaId, total: z.number().int() })),
  /** How many of their tickets wait for a reply, and since when the oldest does. */
  unanswered: z.number().int(),
  unanswered_since: timestamp.nullable(),
});
export type FloorAgent = z.infer<typeof floorAgent>;

/** Conversations with messages that no agent has taken yet. */
const waitingMessages = z.object({
  media_id: mediaId,
  department_id: id,
  total: z.number().int(),
  oldest_at: timestamp,
});
export type WaitingMessages = z.infer<typeof waitingMessages>;

export const SERVICE_PERIODS = ['half_hour', 'today'] as const;

/**
 * Calls by when they entered the queue, in a half hour or day of the workspace's time zone. Those that still wait within the
 * target are not counted yet.
 */
const serviceLevel = z.object({
  media_id: mediaId,
  period: z.enum(SERVICE_PERIODS),
  /** Without short abandons, and without callers who chose to leave the queue. */
  offered: z.number().int(),
  within_target: z.number().int(),
  abandoned: z.number().int(),
});
export type ServiceLevel = z.infer<typeof serviceLevel>;

/** The service level target of today: see `service-levels.ts`. */
const serviceRule = serviceLevelRule.pick({ target_seconds: true, short_abandon_seconds: true });
export type ServiceRule = z.infer<typeof serviceRule>;

const parts = {
  waiting: z.array(waitingMessages),
  service: z.array(serviceLevel),
  escorts: z.array(escort),
  service_rule: serviceRule,
};

/** Everything on the board that the viewer may see, at one moment of the server's clock. */
export const floorState = z.object({
  at: timestamp,
  /** Changes name the version that they follow. */
  version: z.number().int(),
  agents: z.array(floorAgent),
  calls: z.array(liveCall),
  ...parts,
});
export type FloorState = z.infer<typeof floorState>;

/** The changes since version `after`; parts that are left out are unchanged. Also sent every few seconds without changes. */
export const floorChanges = z.object({
  at: timestamp,
  after: z.number().int(),
  version: z.number().int(),
  agents: z.array(floorAgent),
  agents_gone: z.array(id),
  calls: z.array(liveCall),
  calls_gone: z.array(id),
  waiting: parts.waiting.optional(),
  service: parts.service.optional(),
  escorts: parts.escorts.optional(),
  service_rule: parts.service_rule.optional(),
});
export type FloorChanges = z.infer<typeof floorChanges>;

/** Sent to subscribers of `floor`: everything once, then changes, at most twice a second. */
export const floorSignals = { 'floor-state': floorState, 'floor-changes': floorChanges };

export const getFloor = endpoint({
  method: 'GET',
  path: '/api/monitoring/floor',
  permission: 'MONITORING:VIEW',
  summary:
    'The monitoring board, as far as you may see it: agents, calls, waiting messages, service level. The topic `floor` sends all of it as `floor-state`, then changes as `floor-changes`.',
  response: z.object({ data: floorState }),
});
