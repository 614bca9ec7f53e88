import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';

/**
 * Why the agent is not offered a waiting conversation; `offer`: the conversations offered already would use up the agent's
 * capacity.
 */
export const NOT_OFFERED_REASONS = ['offline', 'break', 'wrap_up', 'call', 'capacity', 'offer'] as const;

const perMedia = z.object({ media_id: mediaId, count: z.number().int() });

/** What waits in the queues from which an agent may be offered conversations, and how much they have. */
export const ownQueue = z.object({
  /** Conversations that wait in the agent's departments, and in those that these help. */
  waiting: z.array(perMedia),
  /** Conversations that the agent has or is being offered; `weight` is what one counts for. */
  own: z.array(perMedia.extend({ weight: z.number() })),
  load: z.number(),
  capacity: z.number().int(),
  /** Null: they are offered conversations. */
  not_offered: z.enum(NOT_OFFERED_REASONS).nullable(),
});
export type OwnQueue = z.infer<typeof ownQueue>;

export const getOwnQueue = endpoint({
  method: 'GET',
  path: '/api/conversations/queue',
  permission: 'TICKETS:REPLY',
  summary:
    'How many customers wait in your queues, how much of your capacity is used, and why you are offered nothing.',
  response: z.object({ data: ownQueue }),
});

export const ownQueueSignals = {
  /** Sent to users who watch the list of tickets and may reply, when their queues have changed. */
  'own-queue': ownQueue,
};
