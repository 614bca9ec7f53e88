import type { DepartmentMergeParticipant } from '#modules/settings';
import './tables.ts';

/** Conversations that go on are the other department's; those that have ended are history. */
export const conversationsInDepartmentMerge: DepartmentMergeParticipant = {
  columns: ['conversations.department_id'],
  // Not counted here: they are counted as their tickets.
  count: () => Promise.resolve({}),

  async move(tx, { from, to }) {
    await tx.q
      .updateTable('conversations')
      .set({ department_id: to })
      .where('department_id', '=', from)
      .where('status', '<>', 'ended')
      .execute();
  },
};
