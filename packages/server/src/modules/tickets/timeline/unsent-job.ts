import type { Query } from '#platform/db';
import type { Platform } from '#platform/platform';
import { mergedTicketsOf, lockCurrentTicket } from '../merged-tickets.ts';
import { recomputeFailedReplies } from './lost-answers.ts';
import { hasUnsent } from './message-states.ts';
import type { Sla } from '../sla/service.ts';
import { applyTraces } from './time-line.ts';
import type { TicketTimeline } from './timeline-service.ts';
import { UNSENT_TASK, type PendingLookup } from './unsent.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & { sla: Sla };

/** Updates a ticket after a message failed or was delivered after all: the mark in lists, and the waiting customer. */
export function createUnsentJob({ db, clock, jobs, sla }: Deps): Pick<TicketTimeline, 'registerPending'> {
  const lookups: PendingLookup[] = [];
  async function pendingOf(q: Query, ids: readonly number[]) {
    const found = await Promise.all(lookups.map((lookup) => lookup(q, ids)));
    return {
      sendsAt: found.flatMap(({ nextAt }) => nextAt ?? []).toSorted()[0] ?? null,
      hasFailed: found.some(({ hasFailed }) => hasFailed),
    };
  }

  jobs.define<{ ticket_id: number }>(UNSENT_TASK, ({ ticket_id: id }) =>
    db.transaction(async (tx) => {
      const ticket = await lockCurrentTicket(tx.q, id);
      if (!ticket) return;
      const mergedTickets = await mergedTicketsOf(tx.q, ticket.id);
      const now = clock.now();
      const { sendsAt, hasFailed } = await pendingOf(tx.q, mergedTickets.ids);
      const isUnsent = hasFailed || (await hasUnsent(tx.q, mergedTickets));
      const traces = {
        ...(await recomputeFailedReplies(tx, { sla, now }, ticket, mergedTickets)),
        ...(isUnsent !== ticket.is_unsent && { is_unsent: isUnsent }),
        ...(sendsAt !== ticket.sends_at && { sends_at: sendsAt }),
      };
      if (Object.keys(traces).length > 0) await applyTraces(tx, ticket, traces, now);
    }),
  );
  return { registerPending: (lookup) => void lookups.push(lookup) };
}
