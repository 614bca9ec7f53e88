import type { SlaClock, SlaEntry, Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { AffectedDeadlines, Settings } from '#modules/settings';
import type { Author } from '../timeline/message-store.ts';
import { applyTraces } from '../timeline/time-line.ts';
import type { TicketReading } from '../read-service.ts';
import { createSlaJobs } from './jobs.ts';
import type { Sla } from './service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  settings: Settings;
  sla: Sla;
  getFrom: TicketReading['getFrom'];
};

/** The deadlines of tickets: first response, next response, resolution. Targets are minutes of the department's working time. */
export type TicketSla = {
  /** The clocks of a ticket and their history. Remaining times are in milliseconds from now. @throws AppError `not_found` */
  explain(viewer: Viewer, id: number): Promise<{ clocks: SlaClock[]; entries: SlaEntry[] }>;
  /** Whether it was opened by an automatic mail and no person has written since: it has no deadlines yet. */
  isQuiet(q: Query, ticketId: number): Promise<boolean>;
  /** Records an answer that is not a message, such as a call that was picked up. Call with the ticket locked. */
  answerFirst(tx: Tx, ticket: Ticket, by: Author): Promise<void>;
  /** Reports overdue clocks; a job calls it every minute. */
  reportOverdue(): Promise<void>;
  /** Recalculates deadlines with the current settings; a job calls it when they change. */
  recount(moved: AffectedDeadlines): Promise<void>;
};

export function createTicketSla({ sla, getFrom, ...deps }: Deps): TicketSla {
  const { db, clock } = deps;
  return {
    ...createSlaJobs({ ...deps, sla }),
    async explain(viewer, id) {
      const q = db.together();
      return sla.explain(q, await getFrom(q, viewer, id));
    },
    isQuiet: sla.isQuiet,

    async answerFirst(tx, ticket, by) {
      const now = clock.now();
      const isFirst = ticket.first_response_at === null;
      const due = await sla.answered(tx, ticket, by);
      if (isFirst || Object.keys(due).length > 0)
        await applyTraces(tx, ticket, { ...due, ...(isFirst && { first_response_at: now }) }, now);
    },
  };
}
