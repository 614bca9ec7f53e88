import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents, HandOver } from '#modules/agents';
import type { ChangeTicket } from '../change-service.ts';
import { lockTicket } from '../store.ts';
import { SYSTEM } from '../timeline/time-line.ts';
import { isSolvedOrClosed } from './owner-check.ts';
import * as store from './owner-store.ts';

const AT_ONCE = 200;

type Job = { user_id: number; to: number | null; by: { id: number; name: string } };

type Deps = Pick<Platform, 'db' | 'jobs'> & { agents: Agents; change: ChangeTicket };

/** Hands over what people leave behind. */
export function createOwners({ db, jobs, agents, change }: Deps) {
  /** Unassigns one ticket after the other. A person who is active again by then keeps the rest. */
  jobs.define<Job>('tickets:hand-over', async ({ user_id: userId, to, by }) => {
    for (;;) {
      if (await agents.findActive(db.q, userId)) return;
      const ids = await store.listOpenIds(db.q, userId, AT_ONCE);
      if (ids.length === 0) return;
      for (const id of ids)
        await db.transaction(async (tx) => {
          const ticket = await lockTicket(tx.q, id);
          if (ticket?.assignee_id !== userId || isSolvedOrClosed(ticket.status)) return;
          const successor = to === null ? undefined : await agents.findActive(tx.q, to);
          await change(tx, ticket, { assignee_id: successor?.id ?? null }, { type: 'user', ...by });
        });
    }
  });

  agents.onLeaving({
    count: store.countOwnedTickets,
    handOver: (tx: Tx, { userId, viewer, to }: HandOver) => {
      const job: Job = { user_id: userId, to, by: { id: viewer.id, name: viewer.fullname } };
      return tx.enqueue('tickets:hand-over', job);
    },
  });

  return {
    /** Unassigns the ticket if its assignee has left. Call with the ticket locked. */
    freed: (tx: Tx, ticket: Ticket): Promise<Ticket> => change(tx, ticket, {}, SYSTEM),
  };
}
