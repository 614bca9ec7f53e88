import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { AffectedDeadlines, Settings } from '#modules/settings';
import { lockTicket } from '../store.ts';
import { applyTraces } from '../timeline/time-line.ts';
import type { DueColumns } from './due-columns.ts';
import type { Sla } from './service.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & { settings: Settings; sla: Sla };

const AT_ONCE = 200;
export const SLA_RECOUNT = 'tickets:sla-recount';

/**
 * Updates clocks without any action on the ticket, when their deadline passes or the settings change. Each ticket has a
 * transaction of its own, so a run may stop anywhere and be repeated.
 */
export function createSlaJobs({ db, clock, jobs, log, settings, sla }: Deps) {
  async function updateDue(id: number, act: (tx: Tx, ticket: Ticket) => Promise<DueColumns>): Promise<void> {
    await db.transaction(async (tx) => {
      const ticket = await lockTicket(tx.q, id);
      if (!ticket) return;
      const due = await act(tx, ticket);
      if (Object.keys(due).length > 0) await applyTraces(tx, ticket, due, clock.now());
    });
  }

  /** One failure must not stop the others; it is retried in the next minute. */
  async function reportOverdue(): Promise<void> {
    const now = clock.now();
    let after: { dueAt: string; ticketId: number } | undefined;
    for (;;) {
      const places = await store.listOverdueClocks(db.q, { now, after, limit: AT_ONCE });
      for (const { ticketId } of places) {
        await updateDue(ticketId, sla.reportOverdue).catch((error: unknown) =>
          log.error({ err: error, ticket: ticketId }, 'a missed deadline could not be told'),
        );
      }
      after = places.at(-1);
      if (places.length < AT_ONCE) return;
    }
  }

  async function recount(moved: AffectedDeadlines): Promise<void> {
    let after = 0;
    for (;;) {
      const ids = await store.listTicketsWithOpenClocks(db.q, { ...moved, after, limit: AT_ONCE });
      for (const id of ids) await updateDue(id, sla.recount);
      after = ids.at(-1) ?? after;
      if (ids.length < AT_ONCE) return;
    }
  }

  jobs.define('tickets:sla-overdue', reportOverdue);
  jobs.schedule('tickets:sla-overdue', '* * * * *');
  jobs.define<AffectedDeadlines>(SLA_RECOUNT, recount);
  // One queue for all: after two changes of the same office hours the later one is also applied later.
  settings.officeHours.onMoved(async (tx, moved) => {
    if (moved.departments?.length !== 0) await tx.enqueue(SLA_RECOUNT, moved, { queue: SLA_RECOUNT });
  });

  return { reportOverdue, recount };
}
