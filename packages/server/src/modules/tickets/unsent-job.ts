import type { Platform } from '#platform/platform';
import { familyOf, lockStanding } from './family.ts';
import { hasFailed } from './message-states.ts';
import { leaveTraces } from './time-line.ts';
import { UNSENT_TASK } from './unsent.ts';

/** The sign in lists that something on a ticket did not go out. */
export function createUnsentJob({ db, clock, jobs }: Pick<Platform, 'db' | 'clock' | 'jobs'>): void {
  jobs.define<{ ticket_id: number }>(UNSENT_TASK, ({ ticket_id: id }) =>
    db.transaction(async (tx) => {
      const ticket = await lockStanding(tx.q, id);
      if (!ticket) return;
      const isUnsent = await hasFailed(tx.q, await familyOf(tx.q, ticket.id));
      if (isUnsent !== ticket.is_unsent) await leaveTraces(tx, ticket, { is_unsent: isUnsent }, clock.now());
    }),
  );
}
