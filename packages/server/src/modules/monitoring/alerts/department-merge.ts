import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { DepartmentMergeParticipant } from '#modules/settings';
import './alert-store.ts';

/** The alert rules of a department and their active alerts move; ended alerts keep the old department, as history. */
export const alertsInDepartmentMerge = ({
  clock,
  notices,
}: Pick<Platform, 'clock' | 'notices'>): DepartmentMergeParticipant => ({
  columns: ['floor_alert_rules.department_id', 'floor_alerts.department_id'],

  async count(q, id) {
    const { rows } = await sql<{ alert_rules: number }>`
      select count(*) as alert_rules from floor_alert_rules where department_id = ${id}`.execute(q);
    return rows[0] ?? {};
  },

  async move(tx, { from, to }) {
    await sql`update floor_alert_rules set department_id = ${to}, changed_at = ${clock.now()}
      where department_id = ${from}`.execute(tx.q);
    await sql`update floor_alerts set department_id = ${to} where department_id = ${from} and ended_at is null`.execute(
      tx.q,
    );
    tx.afterCommit(() => notices.send('floor-alert-rules', null));
    tx.afterCommit(() => notices.send('floor-alerts', null));
  },
});
