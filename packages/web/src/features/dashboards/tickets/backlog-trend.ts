import type { TicketDashboard } from '@trunkline/contract';

/** How the backlog moves: `perDay` is how much it grew or shrank on average; `daysToClear` at that rate, null where it does not shrink. */
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
