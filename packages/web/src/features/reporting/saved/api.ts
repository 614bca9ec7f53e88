import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type BodyOf,
  createSavedReport,
  listSavedReports,
  type RangeSearch,
  removeSavedReport,
  type ReportFilters,
  type SavedReport,
  updateSavedReport,
} from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import type { ReportSearch } from '#shared/lib/search/report-search.ts';

const SAVED = ['saved-reports'];

export type SavedBody = BodyOf<typeof updateSavedReport>;

/** One’s own saved reports and shared ones, of all reports that one may see. */
export function useSavedReports(): UseQueryResult<readonly SavedReport[], Error> {
  return useQuery<readonly SavedReport[]>({
    queryKey: SAVED,
    queryFn: async ({ signal }) => (await call(listSavedReports, { signal })).data,
  });
}

const lookAgain = () => queryClient.invalidateQueries({ queryKey: SAVED });

export const useCreateSaved = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof createSavedReport>) => call(createSavedReport, { body }),
    onSuccess: lookAgain,
  });

export const useUpdateSaved = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: number; body: SavedBody }) =>
      call(updateSavedReport, { params: { id }, body }),
    onSuccess: lookAgain,
  });

export const useRemoveSaved = () =>
  useMutation({
    mutationFn: ({ id }: SavedReport) => call(removeSavedReport, { params: { id } }),
    onSuccess: lookAgain,
  });

/** Names in the page's address, and in the report's. */
const FILTERS = {
  department: 'department_id',
  person: 'user_id',
  reason: 'break_reason_id',
  row: 'row',
} as const;

/** What is kept of what the address of a report says. Pure. */
export function savedView({
  range = 'week',
  from,
  to,
  compare,
  group,
  ...filters
}: ReportSearch): Pick<SavedBody, 'range' | 'from' | 'until' | 'is_compared' | 'query'> {
  const query: ReportFilters = group === undefined ? {} : { group };
  for (const [name, filter] of Object.entries(FILTERS) as [keyof typeof FILTERS, string][]) {
    const value = filters[name];
    if (value !== undefined) query[filter] = value;
  }
  return { range, from: from ?? null, until: to ?? null, is_compared: compare === true, query };
}

/** The address of what was kept. Pure. */
export function searchOf({ range, from, until, is_compared: isCompared, query }: SavedReport): ReportSearch {
  const days: RangeSearch = from !== null && until !== null ? { from, to: until } : {};
  const search: ReportSearch = { range, ...days };
  if (isCompared) search.compare = true;
  if (typeof query['group'] === 'string') search.group = query['group'];
  if (query['row'] !== undefined) search.row = String(query['row']);
  for (const name of ['department', 'person', 'reason'] as const)
    if (query[FILTERS[name]] !== undefined) search[name] = Number(query[FILTERS[name]]);
  return search;
}
