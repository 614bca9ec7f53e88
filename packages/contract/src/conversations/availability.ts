import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id } from '../kit/shapes.ts';

/**
 * Whether a colleague can be given something now. `free`: with room for another conversation; `full`: at capacity; `busy`: in a
 * call, being rung or in after-call work; `away`: offline, on a break, or without an open page.
 */
export const AVAILABILITY_STATES = ['free', 'full', 'busy', 'away'] as const;

const agentLoad = z.object({
  /** The weight of their conversations and offers, against how much is offered to them. */
  load: z.number().int(),
  capacity: z.number().int(),
  /** How many conversations they have or are being offered, by medium. */
  conversations: z.array(z.object({ media_id: mediaId, count: z.number().int() })),
});

export const agentAvailability = z.object({
  id,
  state: z.enum(AVAILABILITY_STATES),
  /** Null for people of other departments, unless you see the tickets of all. */
  load: agentLoad.nullable(),
});
export type AgentAvailability = z.infer<typeof agentAvailability>;

export const listAvailability = endpoint({
  method: 'GET',
  path: '/api/agents/availability',
  permission: 'TICKETS:VIEW',
  summary:
    'To whom tickets can be assigned now: what each agent is available for, how many agents are available in each department, and, for colleagues in your departments (for all, if you see all tickets), their conversations by channel against their capacity.',
  response: z.object({
    data: z.object({
      agents: z.array(agentAvailability),
      departments: z.array(z.object({ id, free: z.number().int() })),
    }),
  }),
});
