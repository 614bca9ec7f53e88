import { sql } from 'kysely';
import type { DepartmentMergeParticipant } from '#modules/settings';

/** The department that running calls were transferred to. Ended calls keep the old one, as history. */
export const callsInDepartmentMerge: DepartmentMergeParticipant = {
  columns: ['calls.moved_to'],

  async count(q, id) {
    const { rows } = await sql<{ calls: number }>`
      select count(*) as calls from calls where moved_to = ${id} and state <> 'ended'`.execute(q);
    return rows[0] ?? {};
  },

  async move(tx, { from, to }) {
    await sql`update calls set moved_to = ${to} where moved_to = ${from} and state <> 'ended'`.execute(tx.q);
  },
};
