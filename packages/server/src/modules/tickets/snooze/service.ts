import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { ChangeService } from '../change-service.ts';
import type { NoticeSender } from '../notices/service.ts';
import { lockTicket } from '../store.ts';
import { SYSTEM, type NewTimelineMessage } from '../timeline/time-line.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  changes: Pick<ChangeService, 'change' | 'onChange'>;
  telling: Pick<NoticeSender, 'notifyOfReturn'>;
};

export type Snooze = {
  /** Ends snoozing because the customer has written; returns the ticket. Call with the ticket locked. */
  wakeFor(tx: Tx, ticket: Ticket, entry: Pick<NewTimelineMessage, 'kind' | 'isQuiet'>): Promise<Ticket>;
  /** Ends snoozing of all tickets whose time has come; a job calls it at each such time, and every minute. */
  endDue(): Promise<void>;
};

const AT_ONCE = 200;
const OVER = 'tickets:snooze-over';

/** Snoozed tickets. The time is stored with the ticket, so a lost job only causes a delay. */
export function createSnooze({ db, clock, jobs, log, changes, telling }: Deps): Snooze {
  /** Tells the assignee, or, for an unassigned ticket, whoever snoozed it. */
  async function wake(tx: Tx, ticket: Ticket): Promise<Ticket> {
    const back = { snoozed_until: null, returned_at: clock.now() };
    const after = await changes.change(tx, ticket, back, SYSTEM);
    const toTell = after.assignee_id ?? (await store.findSnoozer(tx.q, ticket.id));
    if (toTell !== null) await telling.notifyOfReturn(tx, after, toTell);
    return after;
  }

  async function endOne(id: number): Promise<void> {
    await db.transaction(async (tx) => {
      const ticket = await lockTicket(tx.q, id);
      // The customer may have written meanwhile, or somebody may have snoozed it again.
      if (!ticket?.snoozed_until || Date.parse(ticket.snoozed_until) > clock.now().getTime()) return;
      await wake(tx, ticket);
    });
  }

  /** One failure must not stop the others; it is retried in the next minute. */
  async function endDue(): Promise<void> {
    const now = clock.now();
    let after = 0;
    for (;;) {
      const ids = await store.listDue(db.q, { now, after, limit: AT_ONCE });
      for (const id of ids) {
        await endOne(id).catch((error: unknown) =>
          log.error({ err: error, ticket: id }, 'a snoozed ticket could not be brought back'),
        );
      }
      after = ids.at(-1) ?? after;
      if (ids.length < AT_ONCE) return;
    }
  }

  jobs.define(OVER, endDue);
  jobs.schedule(OVER, '* * * * *');
  changes.onChange(async (tx, { before, after }) => {
    const { snoozed_until: until } = after;
    if (until !== null && until !== before.snoozed_until)
      await tx.enqueue(OVER, {}, { runAt: new Date(until) });
  });

  return {
    endDue,
    wakeFor: async (tx, ticket, { kind, isQuiet = false }) =>
      kind === 'inbound' && !isQuiet && ticket.snoozed_until !== null ? wake(tx, ticket) : ticket,
  };
}
