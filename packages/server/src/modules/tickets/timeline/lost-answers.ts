import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { MergedTickets } from '../merged-tickets.ts';
import { findDeliveredReplies, markDelivered, recordFailedReplies } from './lost-answers-store.ts';
import { findOthersWaiting, findWaitingSince, hasOptedOut } from './unanswered.ts';
import type { Sla } from '../sla/service.ts';
import type { MessageTraces } from '../store.ts';

const isDone = ({ status }: Ticket) => status === 'solved' || status === 'closed';

/**
 * Updates a ticket whose reply has failed for good: the customer waits as before. If the reply is sent later after all, it counts
 * from then. The ticket must be locked; may be repeated.
 */
export async function recomputeFailedReplies(
  tx: Tx,
  { sla, now }: { sla: Sla; now: Date },
  ticket: Ticket,
  mergedTickets: MergedTickets,
): Promise<Partial<MessageTraces>> {
  const hasLost = await recordFailedReplies(tx.q, mergedTickets);
  const by = await markDelivered(tx.q, mergedTickets, now);
  if (!hasLost && !by) return {};
  if (by) {
    const waiting_since = await findOthersWaiting(tx.q, ticket);
    const due = isDone(ticket) ? {} : await sla.answered(tx, ticket, by, waiting_since);
    return { ...due, waiting_since, first_response_at: ticket.first_response_at ?? now };
  }
  return tracesWithoutLost(tx, sla, ticket, mergedTickets);
}

async function tracesWithoutLost(
  tx: Tx,
  sla: Sla,
  ticket: Ticket,
  mergedTickets: MergedTickets,
): Promise<Partial<MessageTraces>> {
  const { first, is_first_lost, ...ofAll } = await findDeliveredReplies(
    tx.q,
    mergedTickets,
    ticket.first_response_at,
  );
  const areSeveral = mergedTickets.ids.length > 1;
  const waiting_since = areSeveral ? await findWaitingSince(tx.q, mergedTickets) : ofAll.waiting_since;
  const first_response_at = is_first_lost ? first : ticket.first_response_at;
  // We wrote first, so nobody waited for a reply.
  if (waiting_since === null && first_response_at === null && !(await sla.hasFirst(tx.q, ticket))) return {};
  // Whoever has opted out does not wait again for what was not sent to them.
  if (isDone(ticket) || (await hasOptedOut(tx.q, mergedTickets))) return { first_response_at };
  const since = waiting_since === null ? null : new Date(waiting_since);
  const due = await sla.notAnswered(tx, { ...ticket, first_response_at }, since);
  return { ...due, waiting_since, first_response_at };
}
