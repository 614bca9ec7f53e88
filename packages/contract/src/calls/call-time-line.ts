import { z } from 'zod';
import { AFTER_CALL_OUTCOMES } from './after-calls.ts';
import { CALL_ENDS } from './rooms.ts';
import { id, timestamp } from '../kit/shapes.ts';

/** Events of calls and call-backs on the time line. */
export const callTimeLine = [
  z.object({ type: z.literal('call_started'), call_id: id, kind: z.enum(['voice', 'video']) }),
  z.object({ type: z.literal('call_answered'), call_id: id, user_id: id }),
  z.object({
    type: z.literal('call_ended'),
    call_id: id,
    /** Seconds of talk; null when nobody answered. */
    seconds: z.number().int().nullable(),
    reason: z.enum(CALL_ENDS),
  }),
  z.object({
    type: z.literal('call_invited'),
    call_id: id,
    user_id: id,
    purpose: z.enum(['join', 'transfer']),
  }),
  z.object({
    type: z.literal('call_invitation_ended'),
    call_id: id,
    user_id: id,
    outcome: z.enum(['missed', 'cancelled']),
  }),
  z.object({ type: z.literal('call_joined'), call_id: id, user_id: id }),
  z.object({ type: z.literal('call_left'), call_id: id, user_id: id }),
  /** To a colleague or to a department; the note is a separate entry of the time line. */
  z.object({
    type: z.literal('call_transferred'),
    call_id: id,
    user_id: id.nullable(),
    department_id: id.nullable(),
  }),
  z.object({ type: z.literal('call_held'), call_id: id }),
  z.object({ type: z.literal('call_resumed'), call_id: id, seconds: z.number().int() }),
  z.object({ type: z.literal('call_rated'), call_id: id, rating: z.number().int(), comment: z.string() }),
  z.object({ type: z.literal('call_noted'), call_id: id, outcome: z.enum(AFTER_CALL_OUTCOMES) }),
  z.object({ type: z.literal('call_back_asked'), call_back_id: id, due_at: timestamp }),
  /** Promised or moved by an agent. */
  z.object({ type: z.literal('call_back_promised'), call_back_id: id, due_at: timestamp }),
  /** It is due, and rings at free agents. */
  z.object({ type: z.literal('call_back_rung'), call_back_id: id, attempt: z.number().int() }),
  z.object({ type: z.literal('call_back_done'), call_back_id: id, user_id: id }),
  z.object({
    type: z.literal('call_back_missed'),
    call_back_id: id,
    reason: z.enum(['nobody', 'declined', 'not_reached']),
    /** When it is tried again; null for no further attempt. */
    next_at: timestamp.nullable(),
  }),
  z.object({
    type: z.literal('call_back_cancelled'),
    call_back_id: id,
    by: z.enum(['customer', 'agent', 'system']),
  }),
] as const;
