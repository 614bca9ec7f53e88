import { z } from 'zod';
import { id } from '../kit/shapes.ts';
import { fieldChange } from './field-changes.ts';
import { SLA_KINDS } from './sla.ts';

/** Events of the ticket itself on the time line. */
export const ticketTimeLine = [
  z.object({ type: z.literal('created') }),
  z.object({ type: z.literal('changed'), changes: z.array(fieldChange), version: z.number().int() }),
  z.object({ type: z.literal('sla_breached'), kind: z.enum(SLA_KINDS), target_minutes: z.number().int() }),
  z.object({ type: z.literal('followed') }),
  z.object({ type: z.literal('unfollowed') }),
  /** The customer needs no reply; and that was undone. */
  z.object({ type: z.literal('wait_ended') }),
  z.object({ type: z.literal('wait_resumed') }),
  /** The assignee has left, or may no longer see its department. */
  z.object({
    type: z.literal('owner_cleared'),
    user_id: id,
    name: z.string(),
    reason: z.enum(['inactive', 'no_access']),
  }),
] as const;

/** Events of a ticket's relations on the time line. */
export const relationTimeLine = [
  z.object({ type: z.literal('merged'), ticket_id: id, number: z.string() }),
  z.object({ type: z.literal('merged_into'), ticket_id: id, number: z.string() }),
  z.object({ type: z.literal('unmerged'), ticket_id: id, number: z.string() }),
  /** Messages were split off to a new ticket; `split_from` is the event there. */
  z.object({ type: z.literal('split'), ticket_id: id, number: z.string(), messages: z.number().int() }),
  z.object({ type: z.literal('split_from'), ticket_id: id, number: z.string() }),
  z.object({
    type: z.literal('linked'),
    ticket_id: id,
    number: z.string(),
    kind: z.enum(['related', 'parent', 'child']),
  }),
  z.object({ type: z.literal('unlinked'), ticket_id: id, number: z.string() }),
] as const;
