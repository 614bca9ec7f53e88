import type { SlaClock, SlaEntry, Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Moved, Settings } from '#modules/settings';
import type { Author } from '../timeline/message-store.ts';
import { leaveTraces } from '../timeline/time-line.ts';
import { createSlaJobs } from './jobs.ts';
import type { Sla } from './service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  settings: Settings;
  sla: Sla;
  get: (viewer: Viewer, id: number) => Promise<Ticket>;
};

/** The deadlines of tickets: first response, next response, resolution. Targets are minutes of the department's working time. */
export type TicketSla = {
  /** Its clocks and what happened to them, for whoever sees it (`not_found`). What is left is in milliseconds, at this moment. */
  explain(viewer: Viewer, id: number): Promise<{ clocks: SlaClock[]; entries: SlaEntry[] }>;
  /** An automatic mail opened it and nobody has written since: it has no deadlines yet. */
  isQuiet(q: Query, ticketId: number): Promise<boolean>;
  /** Somebody has answered by something else than a message, by picking up a call for example. The ticket is locked. */
  answerFirst(tx: Tx, ticket: Ticket, by: Author): Promise<void>;
  /** Tells of what is overdue by now; a job does so every minute. */
  tellOverdue(): Promise<void>;
  /** Counts deadlines anew with what the settings say now; a job does so when they change. */
  recount(moved: Moved): Promise<void>;
};

export function createTicketSla({ sla, get, ...deps }: Deps): TicketSla {
  const { db, clock } = deps;
  return {
    ...createSlaJobs({ ...deps, sla }),
    explain: async (viewer, id) => sla.explain(db.q, await get(viewer, id)),
    isQuiet: sla.isQuiet,

    async answerFirst(tx, ticket, by) {
      const now = clock.now();
      const isFirst = ticket.first_response_at === null;
      const due = await sla.answered(tx, ticket, by);
      if (isFirst || Object.keys(due).length > 0)
        await leaveTraces(tx, ticket, { ...due, ...(isFirst && { first_response_at: now }) }, now);
    },
  };
}
