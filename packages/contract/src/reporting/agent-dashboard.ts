import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { cursor, id, idText, timestamp } from '../kit/shapes.ts';
import {
  dashboardCommonFields,
  dashboardFilterFields,
  dashboardQuery,
  recordPageSchema,
} from './dashboard-frame.ts';
import { isDayRangeInOrder, DAY_RANGE_ERROR } from './day-range.ts';
import type { MetricCode } from './metrics.ts';

/** The figures of the agent dashboard, for each agent and in total. */
export const AGENT_METRICS = [
  'contacts_handled',
  'contacts_active',
  'contact_handle_mean_seconds',
  'after_call_seconds',
  'occupancy_ratio',
  'concurrency',
  'replies_sent',
  'tickets_now',
  'signed_in_seconds',
  'adherence_ratio',
] as const satisfies readonly MetricCode[];
export type AgentMetric = (typeof AGENT_METRICS)[number];

const count = z.number().int();
const figures = z.object(
  Object.fromEntries(AGENT_METRICS.map((metric) => [metric, z.number().nullable()])) as Record<
    AgentMetric,
    z.ZodNullable<z.ZodNumber>
  >,
);
export type AgentFigures = z.infer<typeof figures>;

const agentRow = z.object({
  user_id: id,
  name: z.string(),
  /** The user is not active any more. */
  is_left: z.boolean(),
  figures,
  /** By channel: calls and chats that ended in the range, how long they took together, and messages sent. */
  media: z.array(z.object({ media_id: mediaId, handled: count, seconds: count, sent: count })),
});
export type AgentRow = z.infer<typeof agentRow>;

export const agentDashboard = z.object({
  ...dashboardCommonFields,
  /** Over all agents; computed from the records, not from the rows. */
  total: figures,
  /** The same for the period before; null if not requested. */
  before: figures.nullable(),
  rows: z.array(agentRow),
});
export type AgentDashboard = z.infer<typeof agentDashboard>;

export const agentContact = z.object({
  id: z.string(),
  media_id: mediaId,
  ticket_id: id.nullable(),
  number: z.string().nullable(),
  agent: z.string(),
  began_at: timestamp,
  /** Null while it goes on. */
  ended_at: timestamp.nullable(),
  seconds: count,
});
export type AgentContact = z.infer<typeof agentContact>;

const permission = 'DASHBOARD_AGENT:VIEW';

export const getAgentDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboards/agents',
  permission,
  summary:
    'The agent dashboard for a range of days, in the workspace’s time zone: figures of the agents whom the caller may see, all as of one moment.',
  query: dashboardQuery,
  response: z.object({ data: agentDashboard }),
});

export const listAgentContacts = endpoint({
  method: 'GET',
  path: '/api/dashboards/agents/contacts',
  permission,
  summary: 'The calls and chats behind the agent dashboard, latest end first, or those in progress.',
  query: z
    .object({
      ...dashboardFilterFields,
      user_id: idText.optional(),
      media_id: z.coerce.number().pipe(mediaId).optional(),
      /** `1`: those that go on now, of any day. */
      active: z.literal('1').optional(),
      after: cursor.optional(),
    })
    .refine(isDayRangeInOrder, DAY_RANGE_ERROR),
  response: recordPageSchema(agentContact),
});
