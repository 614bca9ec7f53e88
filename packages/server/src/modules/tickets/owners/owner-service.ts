import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents, HandOver } from '#modules/agents';
import type { Change } from '../change-service.ts';
import { lockTicket, type FieldValues } from '../store.ts';
import { appendEvent, SYSTEM } from '../timeline/time-line.ts';
import * as store from './owner-store.ts';

const AT_ONCE = 200;

type Job = { user_id: number; to: number | null; by: { id: number; name: string } };

const isOver = (status: Ticket['status']): boolean => status === 'solved' || status === 'closed';

/** Takes tickets from people who have gone, or no longer see their department. A ticket that is over keeps its owner. */
export function createOwnerCheck({ clock, agents }: Pick<Platform, 'clock'> & { agents: Agents }) {
  async function whyGone(
    tx: Tx,
    { id: ticketId, assignee_id: userId, department_id: departmentId }: Ticket,
  ): Promise<'inactive' | 'no_access' | null> {
    if (userId === null) return null;
    const [sight] = await agents.listSight(tx.q, [userId]);
    if (!sight) return 'inactive';
    if (!sight.mayView) return 'no_access';
    if (sight.visibility === 'all' || sight.departmentIds.includes(departmentId)) return null;
    return (await store.hasLost(tx.q, { userId, departmentId, ticketId })) ? 'no_access' : null;
  }

  return {
    /** What is changed besides: the owner goes, where the ticket is not over afterwards, and the time line says why. */
    async withOwner(tx: Tx, before: Ticket, fields: FieldValues): Promise<FieldValues> {
      const isGiven = fields.assignee_id !== undefined && fields.assignee_id !== before.assignee_id;
      if (isGiven || isOver(fields.status ?? before.status)) return fields;
      const { department_id = before.department_id } = fields;
      const reason = await whyGone(tx, { ...before, department_id });
      const { assignee_id: userId } = before;
      if (!reason || userId === null) return fields;
      const { fullname: name } = await agents.getAgent(tx.q, userId);
      const event = { type: 'owner_cleared', user_id: userId, name, reason } as const;
      await appendEvent(tx, before.id, { event, author: SYSTEM }, clock.now());
      return { ...fields, assignee_id: null };
    },
  };
}

export type OwnerCheck = ReturnType<typeof createOwnerCheck>;

type Deps = Pick<Platform, 'db' | 'jobs'> & { agents: Agents; change: Change };

/** Hands over what people leave behind. */
export function createOwners({ db, jobs, agents, change }: Deps) {
  /** One ticket after the other, each as a change of its own. Whoever is back by then keeps what is left. */
  jobs.define<Job>('tickets:hand-over', async ({ user_id: userId, to, by }) => {
    for (;;) {
      if (await agents.findActive(db.q, userId)) return;
      const ids = await store.listOpenIds(db.q, userId, AT_ONCE);
      if (ids.length === 0) return;
      for (const id of ids)
        await db.transaction(async (tx) => {
          const ticket = await lockTicket(tx.q, id);
          if (ticket?.assignee_id !== userId || isOver(ticket.status)) return;
          const heir = to === null ? undefined : await agents.findActive(tx.q, to);
          await change(tx, ticket, { assignee_id: heir?.id ?? null }, { type: 'user', ...by });
        });
    }
  });

  agents.onLeaving({
    count: store.countHoldings,
    handOver: (tx: Tx, { userId, viewer, to }: HandOver) => {
      const job: Job = { user_id: userId, to, by: { id: viewer.id, name: viewer.fullname } };
      return tx.enqueue('tickets:hand-over', job);
    },
  });

  return {
    /** The ticket, without its owner where that one has gone. Call with the ticket locked. */
    freed: (tx: Tx, ticket: Ticket): Promise<Ticket> => change(tx, ticket, {}, SYSTEM),
    openIdsOf: store.listOpenIds,
  };
}
