import type { Ticket, ticketCount } from '@trunkline/contract';
import type { z } from 'zod';
import type { Viewer } from '#platform/access';

type Count = z.infer<typeof ticketCount>;
export type CountRow = Pick<Ticket, 'department_id' | 'status'> & {
  assignee_id: number;
  n: number;
  waiting: number;
  snoozed: number;
};

/** The stored counts as a user sees them: of visible departments, and own tickets in others. Pure. */
export function countsFor(viewer: Viewer, rows: readonly CountRow[]): Count[] {
  const counts = new Map<string, Count>();
  for (const { department_id, status, assignee_id, n, waiting, snoozed } of rows) {
    const isMine = assignee_id === viewer.id;
    if (!isMine && !seesDepartment(viewer, department_id)) continue;
    const key = `${department_id} ${status}`;
    const none = { total: 0, unassigned: 0, mine: 0, waiting: 0, snoozed: 0 };
    const count = counts.get(key) ?? { department_id, status, ...none };
    count.total += n;
    count.waiting += waiting;
    count.snoozed += snoozed;
    if (assignee_id === 0) count.unassigned += n - snoozed;
    if (isMine) count.mine += n - snoozed;
    counts.set(key, count);
  }
  return [...counts.values()].filter((count) => count.total > 0);
}

function seesDepartment(viewer: Viewer, departmentId: number): boolean {
  return (
    viewer.visibility === 'all' ||
    (viewer.visibility === 'department' && viewer.departmentIds.includes(departmentId))
  );
}
