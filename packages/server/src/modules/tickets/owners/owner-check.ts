import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { FieldValues } from '../store.ts';
import { appendEvent, SYSTEM } from '../timeline/time-line.ts';
import { hasLost } from './owner-store.ts';

export const isOver = (status: Ticket['status']): boolean => status === 'solved' || status === 'closed';

/** Takes tickets from people who have gone, or no longer see their department. A ticket that is over keeps its owner. */
export function createOwnerCheck({
  clock,
  agents,
}: Pick<Platform, 'clock'> & { agents: Agents }): OwnerCheck {
  async function whyGone(
    tx: Tx,
    { id: ticketId, assignee_id: userId, department_id: departmentId }: Ticket,
  ): Promise<'inactive' | 'no_access' | null> {
    if (userId === null) return null;
    const [sight] = await agents.listSight(tx.q, [userId]);
    if (!sight) return 'inactive';
    if (!sight.mayView) return 'no_access';
    if (sight.visibility === 'all' || sight.departmentIds.includes(departmentId)) return null;
    return (await hasLost(tx.q, { userId, departmentId, ticketId })) ? 'no_access' : null;
  }

  return {
    async withOwner(tx, before, fields) {
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

/** Whether a ticket's owner can still have it. */
export type OwnerCheck = {
  /** What is changed besides: the owner goes, where the ticket is not over afterwards, and the time line says why. */
  withOwner(tx: Tx, before: Ticket, fields: FieldValues): Promise<FieldValues>;
};
