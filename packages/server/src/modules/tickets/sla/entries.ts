import type { TicketStatus } from '@trunkline/contract';
import type { ClockOutcome, SlaRules } from './clock-set.ts';
import type { NewSlaEntry } from './store.ts';

type Context = { by: string | null; status: TicketStatus; rules: SlaRules & { priority: string } };

/** Returns the stored entry of a step, from which the SLA details are explained. */
export function slaEntryOf(
  { clock, ...step }: ClockOutcome['steps'][number],
  { by, status, rules }: Context,
): Omit<NewSlaEntry, 'ticket_id'> {
  return {
    ...step,
    by: step.step === 'breached' ? null : by,
    status,
    priority: rules.priority,
    target_minutes: clock.targetMinutes,
    office_hours: rules.hours.name,
    due_at: clock.dueAt,
    remaining_ms: clock.remainingMs,
  };
}
