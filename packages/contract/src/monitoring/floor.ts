import { z } from 'zod';
import { escort, liveCall } from '../calls/live-calls.ts';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, timestamp } from '../kit/shapes.ts';
import { agent } from '../people/agents.ts';
import { serviceLevelRule } from '../reporting/service-levels.ts';

/** What the board shows of somebody who works here. */
export const floorAgent = agent.extend({
  /** How much written work they are given at once. */
  capacity: z.number().int(),
  /** What they have or are being offered of it now, by the weights of the channels. */
  load: z.number(),
  /** Their open conversations and what is offered to them, by medium. */
  loads: z.array(z.object({ media_id: mediaId, total: z.number().int() })),
  /** Tickets of theirs whose customer waits for an answer, and since when the one who has waited longest does. */
  unanswered: z.number().int(),
  unanswered_since: timestamp.nullable(),
});
export type FloorAgent = z.infer<typeof floorAgent>;

/** Customers who have written and whom nobody has taken yet. */
const waitingMessages = z.object({
  media_id: mediaId,
  department_id: id,
  total: z.number().int(),
  oldest_at: timestamp,
});
export type WaitingMessages = z.infer<typeof waitingMessages>;

export const SERVICE_PERIODS = ['half_hour', 'today'] as const;

/** Calls by when they entered the queue, in a half hour or day of the workspace's clock. Those that wait within the target are not in it yet. */
const serviceLevel = z.object({
  media_id: mediaId,
  period: z.enum(SERVICE_PERIODS),
  /** Without those that were given up at once, and those that were left by the caller's own wish. */
  offered: z.number().int(),
  within_target: z.number().int(),
  abandoned: z.number().int(),
});
export type ServiceLevel = z.infer<typeof serviceLevel>;

/** What of today's calls counts as in time, and who was not lost: see `service-levels.ts`. */
const serviceRule = serviceLevelRule.pick({ target_seconds: true, short_abandon_seconds: true });
export type ServiceRule = z.infer<typeof serviceRule>;

const parts = {
  waiting: z.array(waitingMessages),
  service: z.array(serviceLevel),
  escorts: z.array(escort),
  service_rule: serviceRule,
};

/** Everything on the board that one may see, at one moment of the server’s clock. */
export const floorState = z.object({
  at: timestamp,
  /** Changes say after which one they come. */
  version: z.number().int(),
  agents: z.array(floorAgent),
  calls: z.array(liveCall),
  ...parts,
});
export type FloorState = z.infer<typeof floorState>;

/** What is other than at version `after`; what is left out is as it was. Also sent every few seconds when nothing is. */
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

/** To whoever watches the topic `floor`: all of it once, then what changes, at most twice a second. */
export const floorSignals = { 'floor-state': floorState, 'floor-changes': floorChanges };

export const getFloor = endpoint({
  method: 'GET',
  path: '/api/monitoring/floor',
  permission: 'MONITORING:VIEW',
  summary:
    'The board of this moment, as far as one may see it: people, calls, messages that wait, service level. Whoever watches the topic `floor` is told all of it by `floor-state`, then what changes by `floor-changes`.',
  response: z.object({ data: floorState }),
});
