import { z } from 'zod';
import { ticketStatus } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';

export const SLA_KINDS = ['first_response', 'next_response', 'resolution'] as const;
export type SlaKind = (typeof SLA_KINDS)[number];

const slaKind = z.enum(SLA_KINDS);
/** `breached` is final, even if the reply has been sent by now. */
const slaState = z.enum(['running', 'paused', 'met', 'breached']);

export const slaClock = z.object({
  kind: slaKind,
  state: slaState,
  target_minutes: z.number().int(),
  /** The name of the office hours that it counts in. */
  office_hours: z.string(),
  time_zone: z.string(),
  started_at: timestamp,
  /** Null while it is paused. */
  due_at: timestamp.nullable(),
  /**
   * Milliseconds of working time left: now if it runs, else when it was stopped; negative when it was late. Null once it is
   * overdue.
   */
  remaining_ms: z.number().nullable(),
  breached_at: timestamp.nullable(),
  /** When the reply was sent, or the ticket solved. */
  ended_at: timestamp.nullable(),
});
export type SlaClock = z.infer<typeof slaClock>;

export const SLA_STEPS = ['started', 'paused', 'resumed', 'ended', 'changed', 'breached'] as const;
export const SLA_CAUSES = [
  'opened',
  'customer_wrote',
  'answered',
  /** A reply could not be sent. */
  'not_sent',
  'status',
  /** Somebody said that no reply is needed. */
  'no_reply',
  /** The customer wants no more messages, so none can be sent; then they do again. */
  'opted_out',
  'opted_in',
  'solved',
  'priority',
  'department',
  'settings',
  /** A change of the ticket was undone. */
  'undone',
  'time',
] as const;

/** One event of an SLA target, with its cause. */
export const slaEntry = z.object({
  id,
  kind: slaKind,
  step: z.enum(SLA_STEPS),
  cause: z.enum(SLA_CAUSES),
  at: timestamp,
  /** The user who did it; null for others. */
  by: z.string().nullable(),
  /** The status after it. */
  status: ticketStatus,
  priority: z.string(),
  target_minutes: z.number().int(),
  office_hours: z.string(),
  due_at: timestamp.nullable(),
  remaining_ms: z.number().nullable(),
});
export type SlaEntry = z.infer<typeof slaEntry>;

export const getTicketSla = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/sla',
  permission: 'TICKETS:VIEW',
  summary:
    'The SLA targets of a ticket, and every start, pause, change and breach with time and reason, oldest first.',
  params: z.object({ id: idText }),
  response: z.object({ data: z.object({ clocks: z.array(slaClock), entries: z.array(slaEntry) }) }),
});
