import { z } from 'zod';
import { ticketStatus } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';

export const SLA_KINDS = ['first_response', 'next_response', 'resolution'] as const;
export type SlaKind = (typeof SLA_KINDS)[number];

const slaKind = z.enum(SLA_KINDS);
/** `breached` is for good, also when the answer has come by now: late is late. */
const slaState = z.enum(['running', 'paused', 'met', 'breached']);

export const slaClock = z.object({
  kind: slaKind,
  state: slaState,
  target_minutes: z.number().int(),
  /** The name of the office hours in which it counts. */
  office_hours: z.string(),
  time_zone: z.string(),
  started_at: timestamp,
  /** Null while it is paused in time. */
  due_at: timestamp.nullable(),
  /** Working time left: now if it runs, or when it was stopped; below zero when that was late. Null once it is overdue. */
  remaining_ms: z.number().nullable(),
  breached_at: timestamp.nullable(),
  /** When it was answered or solved. */
  ended_at: timestamp.nullable(),
});
export type SlaClock = z.infer<typeof slaClock>;

export const SLA_STEPS = ['started', 'paused', 'resumed', 'ended', 'changed', 'breached'] as const;
export const SLA_CAUSES = [
  'opened',
  'customer_wrote',
  'answered',
  /** An answer did not go out. */
  'not_sent',
  'status',
  'solved',
  'priority',
  'department',
  'settings',
  /** A change of the ticket was taken back. */
  'undone',
  'time',
] as const;

/** One thing that happened to a clock, with why. */
export const slaEntry = z.object({
  id,
  kind: slaKind,
  step: z.enum(SLA_STEPS),
  cause: z.enum(SLA_CAUSES),
  at: timestamp,
  /** Who did it; null when it was not a person. */
  by: z.string().nullable(),
  /** Of the ticket after it. */
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
    'The clocks of a ticket, and every start, pause, change and breach with when and why, oldest first.',
  params: z.object({ id: idText }),
  response: z.object({ data: z.object({ clocks: z.array(slaClock), entries: z.array(slaEntry) }) }),
});
