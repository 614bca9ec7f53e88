import type { Viewer } from '#platform/access';
import type { Platform } from '#platform/platform';
import { SYSTEM, type Tickets } from '#modules/tickets';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  tickets: Tickets;
  viewerOf: (userId: number) => Promise<Viewer | undefined>;
};
type Cancelled = Awaited<ReturnType<typeof store.listCancelled>>[number];

const TASK = 'conversations:solve-blank';
const DAY_MS = 86_400_000;
/** A draft may be given up days after the undo; older tickets somebody has left open on purpose. */
const LOOK_BACK_DAYS = 30;

/** Solves tickets of new e-mails a day after their sending was undone, if nothing was sent or written on them since. */
export function solveBlankTickets({ db, clock, jobs, tickets, viewerOf }: Deps): void {
  jobs.define(TASK, async () => {
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const cancelled = await store.listCancelled(db.q, { from: daysAgo(LOOK_BACK_DAYS), before: daysAgo(1) });
    for (const one of cancelled) await solveIfBlank(one);
  });
  jobs.schedule(TASK, '51 3 * * *', { catchUp: '1d' });

  async function solveIfBlank({ ticket_id: id, user_id: userId, client_key: key }: Cancelled): Promise<void> {
    const viewer = await viewerOf(userId);
    if (!viewer) return;
    await db.transaction(async (tx) => {
      // Only a ticket that was opened by this e-mail has the e-mail's key; others are left alone.
      const opened = await tickets.findOpened(tx.q, { ...viewer, visibility: 'all' }, key);
      if (opened?.id !== id) return;
      const ticket = await tickets.lock(tx, id);
      if (ticket?.id !== id || ticket.status !== 'open' || ticket.snoozed_until !== null) return;
      const page = { ticketId: id, kinds: ['inbound', 'outbound', 'note'], limit: 1 } as const;
      const { length } = await tickets.timeline.listMessages(page);
      if (length > 0 || (await tickets.timeline.hasDrafts(tx.q, id))) return;
      const solved = { status: 'solved', solved_at: clock.now(), waiting_since: null, unread: 0 } as const;
      await tickets.change(tx, ticket, solved, SYSTEM);
    });
  }
}
