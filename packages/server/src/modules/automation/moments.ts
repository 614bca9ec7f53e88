import type { RuleTime, Ticket } from '@trunkline/contract';

type Timed = { trigger: RuleTime; minutes: number };
type TicketWithTimes = Ticket & { status_since: string | null };

const MINUTE_MS = 60_000;
const BEFORE: readonly RuleTime[] = ['first_response_due', 'resolution_due'];

/** How many milliseconds after its moment a rule is due; negative: before it. Pure. */
export const dueOffsetMs = ({ trigger, minutes }: Timed): number =>
  (BEFORE.includes(trigger) ? -minutes : minutes) * MINUTE_MS;

const isDone = ({ status }: Ticket): boolean => status === 'solved' || status === 'closed';

const firstDue = (ticket: Ticket): string | null =>
  ticket.first_response_at === null ? ticket.first_response_due_at : null;

const MOMENTS: Record<RuleTime, (ticket: TicketWithTimes) => string | null> = {
  since_created: (ticket) => ticket.created_at,
  unanswered: (ticket) => ticket.waiting_since,
  customer_silent: (ticket) => (ticket.last_message_by === 'agent' ? ticket.last_message_at : null),
  in_status: (ticket) => ticket.status_since,
  first_response_due: firstDue,
  first_response_overdue: firstDue,
  resolution_due: (ticket) => ticket.resolution_due_at,
  resolution_overdue: (ticket) => ticket.resolution_due_at,
};

/**
 * The moment from which a rule counts on this ticket; null where there is none. The same for one ticket as `dueSql` for all.
 * Pure.
 */
export function ruleMomentOf(trigger: RuleTime, ticket: TicketWithTimes): string | null {
  if (ticket.merged_into !== null) return null;
  return trigger === 'in_status' || !isDone(ticket) ? MOMENTS[trigger](ticket) : null;
}

/** Whether the rule is due on this ticket. Pure. */
export function isDue(rule: Timed, ticket: TicketWithTimes, now: Date): boolean {
  const moment = ruleMomentOf(rule.trigger, ticket);
  return moment !== null && Date.parse(moment) + dueOffsetMs(rule) <= now.getTime();
}
