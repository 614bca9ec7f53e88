import type { getTicketCounts, ResponseOf } from '@trunkline/contract';
import type { TabView } from '../filters.ts';

type Count = ResponseOf<typeof getTicketCounts>['data'][number];

/** The count of a standard view; undefined while it is unknown, and for solved tickets, which are not counted. Pure. */
export function countOf(view: TabView, counts: readonly Count[] | undefined): number | undefined {
  if (view === 'solved' || !counts) return undefined;
  const part = view === 'open' ? 'total' : view;
  return counts.reduce((sum, count) => sum + count[part], 0);
}
