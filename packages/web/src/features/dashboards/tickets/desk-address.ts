import {
  TICKET_STATUSES,
  ticketConditions,
  type Condition,
  type TicketDashboard,
  type TicketGrouping,
} from '@trunkline/contract';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';

/** Addresses of ticket lists that contain exactly the tickets behind a figure. */
export type DeskAddresses = {
  open: DeskSearch;
  waiting: DeskSearch;
  unassigned: DeskSearch;
  overdue: DeskSearch;
  /** Unsolved tickets created between two moments; null where there is no limit. */
  openSince: (span: { since: string | null; until: string | null }) => DeskSearch;
  /** Tickets created between two moments, of one department, channel, category or priority, or all. */
  created: (
    span: { from: string; until: string },
    of?: { part: TicketGrouping; id: number | null },
  ) => DeskSearch;
};

/** Makes the addresses under the dashboard's own filters. */
export function deskAddresses({
  department,
  agent,
  where: text,
}: Pick<DashboardSearch, 'department' | 'agent' | 'where'>): DeskAddresses {
  const asked = text === undefined ? [] : (ticketConditions(text) ?? []);
  const where = (conditions: readonly Condition[]) => JSON.stringify([...asked, ...conditions]);
  const narrowed: DeskSearch = {
    ...(department !== undefined && { department: String(department) }),
    ...(agent !== undefined && { assignee: String(agent) }),
    ...(asked.length > 0 && { where: where([]) }),
  };
  return {
    open: { ...narrowed, view: 'open' },
    // The figures include snoozed tickets, which the views of these names do not.
    waiting: { ...narrowed, view: 'open', sort: 'waiting' },
    unassigned: { ...narrowed, view: 'open', assignee: 'none' },
    overdue: {
      ...narrowed,
      view: 'open',
      sort: 'due',
      where: where([{ field: 'sla_due_at', op: 'before', value: '-0m' }]),
    },
    openSince: ({ since, until }) => ({
      ...narrowed,
      view: 'open',
      sort: 'created',
      where: where(createdIn(since, until)),
    }),
    created({ from, until }, of) {
      const created: Condition = { field: 'created_at', op: 'between', value: [from, until] };
      const conditions = of?.part === 'category' ? [created, ofCategory(of.id)] : [created];
      return {
        ...narrowed,
        view: 'open',
        status: TICKET_STATUSES.join(','),
        sort: 'created',
        where: where(conditions),
        ...(of && of.part !== 'category' && of.id !== null && { [of.part]: String(of.id) }),
      };
    },
  };
}

function createdIn(since: string | null, until: string | null): Condition[] {
  const field = 'created_at';
  if (since !== null && until !== null) return [{ field, op: 'between', value: [since, until] }];
  if (since !== null) return [{ field, op: 'after', value: since }];
  return until === null ? [] : [{ field, op: 'before', value: until }];
}

const ofCategory = (id: number | null): Condition =>
  id === null ? { field: 'category_id', op: 'is_empty' } : { field: 'category_id', op: 'is', value: [id] };

/** Returns the span from the start of a day of the period to the start of the next one. */
export function spanOfDay(
  { days, ends_at: end }: Pick<TicketDashboard, 'days' | 'ends_at'>,
  day: string,
): { from: string; until: string } | undefined {
  const index = days.findIndex((each) => each.day === day);
  const found = days[index];
  return found && { from: found.starts_at, until: days[index + 1]?.starts_at ?? end };
}
