import type { TicketDashboard } from '@trunkline/contract';

/**
 * `perDay`: by how much the backlog grew or shrank on average; `daysToClear`: how long it would last at that rate, null unless it
 * shrinks.
 */
export type BacklogTrend = { perDay: number; daysToClear: number | null };

/** Returns how the backlog moved over the days of the period up to now; undefined without any day. Pure. */
export function backlogTrend({
  total,
  days,
}: Pick<TicketDashboard, 'total' | 'days'>): BacklogTrend | undefined {
  const { backlog_start: start, backlog_end: end } = total;
  if (start === null || end === null || days.length === 0) return undefined;
  const perDay = (end - start) / days.length;
  return { perDay, daysToClear: perDay < 0 ? Math.ceil(end / -perDay) : null };
}
