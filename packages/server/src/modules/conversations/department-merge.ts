import type { DepartmentMergeParticipant } from '#modules/settings';
import './tables.ts';

/** Open conversations move to the remaining department; ended ones keep the old one, as history. */
export const conversationsInDepartmentMerge: DepartmentMergeParticipant = {
  columns: ['conversations.department_id'],
  // Nothing is counted, because the conversations' tickets are counted already.
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
