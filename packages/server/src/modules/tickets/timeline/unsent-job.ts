import type { Platform } from '#platform/platform';
import { mergedTicketsOf, lockCurrentTicket } from '../merged-tickets.ts';
import { settleAnswers } from './lost-answers.ts';
import { hasUnsent } from './message-states.ts';
import type { Sla } from '../sla/service.ts';
import { leaveTraces } from './time-line.ts';
import { UNSENT_TASK } from './unsent.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & { sla: Sla };

/** Updates a ticket after a message failed or was delivered after all: the mark in lists, and the waiting customer. */
export function createUnsentJob({ db, clock, jobs, sla }: Deps): void {
  jobs.define<{ ticket_id: number }>(UNSENT_TASK, ({ ticket_id: id }) =>
    db.transaction(async (tx) => {
      const ticket = await lockCurrentTicket(tx.q, id);
      if (!ticket) return;
      const mergedTickets = await mergedTicketsOf(tx.q, ticket.id);
      const now = clock.now();
      const isUnsent = await hasUnsent(tx.q, mergedTickets);
      const traces = {
        ...(await settleAnswers(tx, { sla, now }, ticket, mergedTickets)),
        ...(isUnsent !== ticket.is_unsent && { is_unsent: isUnsent }),
      };
      if (Object.keys(traces).length > 0) await leaveTraces(tx, ticket, traces, now);
    }),
  );
}
