import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { FieldValues } from '../store.ts';
import { appendEvent, SYSTEM } from '../timeline/time-line.ts';
import { hasLostAccess } from './owner-store.ts';

export const isSolvedOrClosed = (status: Ticket['status']): boolean =>
  status === 'solved' || status === 'closed';

/** Unassigns tickets of people who have left or no longer see the department. Closed tickets keep their assignee. */
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
    return (await hasLostAccess(tx.q, { userId, departmentId, ticketId })) ? 'no_access' : null;
  }

  return {
    async withOwner(tx, before, fields) {
      const isGiven = fields.assignee_id !== undefined && fields.assignee_id !== before.assignee_id;
      if (isGiven || isSolvedOrClosed(fields.status ?? before.status)) return fields;
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
  /** The additional change: the assignee is removed unless the ticket is then closed, with an entry on the time line. */
  withOwner(tx: Tx, before: Ticket, fields: FieldValues): Promise<FieldValues>;
};
