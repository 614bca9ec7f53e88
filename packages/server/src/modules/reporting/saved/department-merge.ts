import { sql } from 'kysely';
import type { DepartmentMergeParticipant } from '#modules/settings';
import '../tables.ts';

/** Saved reports that are filtered by a department, and stored figures by department. */
export const reportsInDepartmentMerge: DepartmentMergeParticipant = {
  // The sums of tickets are recomputed, because moving the tickets marks their days.
  columns: ['saved_reports.query', 'ticket_day_sums.department_id'],
  history: [
    'user_department_periods.department_id',
    'message_counts.department_id',
    'message_waits.department_id',
  ],

  async count(q, id) {
    const { rows } = await sql<{ reports: number }>`
      select count(*) as reports from saved_reports where query ->> 'department_id' = ${String(id)}`.execute(
      q,
    );
    return rows[0] ?? {};
  },

  async move(tx, { from, to }) {
    await sql`update saved_reports set query = jsonb_set(query, '{department_id}',
        case jsonb_typeof(query -> 'department_id') when 'number' then to_jsonb(${to}::bigint) else to_jsonb(${String(to)}::text) end)
      where query ->> 'department_id' = ${String(from)}`.execute(tx.q);
  },
};
