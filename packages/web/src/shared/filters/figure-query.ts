import { AFTER_CALL_OUTCOMES, type ReportFilter, ticketConditions } from '@trunkline/contract';
import type { FigureSearch } from '../lib/search/figure-search.ts';

/** Maps filter names in the address to those of the request. */
export const FILTER_NAMES = {
  department: 'department_id',
  agent: 'user_id',
  reason: 'break_reason_id',
  account: 'account_id',
  outcome: 'outcome',
  where: 'where',
} as const satisfies Partial<Record<keyof FigureSearch, ReportFilter>>;

export type FilterQuery = {
  department_id?: number | undefined;
  user_id?: number | undefined;
  break_reason_id?: number | undefined;
  account_id?: number | undefined;
  outcome?: (typeof AFTER_CALL_OUTCOMES)[number] | undefined;
  where?: string | undefined;
};

/** Returns the request's filters from the address; values that are not valid are left out. */
export function filtersOf(filters: readonly ReportFilter[], search: FigureSearch): FilterQuery {
  const { department, agent, reason, account, outcome, where } = search;
  const all: FilterQuery = {
    department_id: department,
    user_id: agent,
    break_reason_id: reason,
    account_id: account,
    outcome: AFTER_CALL_OUTCOMES.find((one) => one === outcome),
    where: where !== undefined && ticketConditions(where) ? where : undefined,
  };
  return Object.fromEntries(filters.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}
