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
import { readReportSearch, type ReportSearch } from '#shared/lib/search/report-search.ts';
import { FILTER_NAMES } from '#shared/filters/figure-query.ts';

const SAVED = ['saved-reports'];

export type SavedBody = BodyOf<typeof updateSavedReport>;

/** The user's own saved reports and shared ones, of all reports that they may see. */
export function useSavedReports(): UseQueryResult<readonly SavedReport[], Error> {
  return useQuery<readonly SavedReport[]>({
    queryKey: SAVED,
    queryFn: async ({ signal }) => (await call(listSavedReports, { signal })).data,
  });
}

const refetch = () => queryClient.invalidateQueries({ queryKey: SAVED });

export const useCreateSaved = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof createSavedReport>) => call(createSavedReport, { body }),
    onSuccess: refetch,
  });

export const useUpdateSaved = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: number; body: SavedBody }) =>
      call(updateSavedReport, { params: { id }, body }),
    onSuccess: refetch,
  });

export const useRemoveSaved = () =>
  useMutation({
    mutationFn: ({ id }: SavedReport) => call(removeSavedReport, { params: { id } }),
    onSuccess: refetch,
  });

/** Maps names in the page's address to those of the saved report. */
const FILTERS = {
  ...FILTER_NAMES,
  row: 'row',
  metric: 'metric',
  columns: 'columns',
  hours: 'hours',
  departments: 'departments',
} as const;
const NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

/** Returns what is saved of a report's address. Pure. */
export function savedView({
  range = 'week',
  from,
  to,
  compare,
  group,
  ...filters
}: ReportSearch): Pick<SavedBody, 'range' | 'from' | 'until' | 'is_compared' | 'query'> {
  const query: ReportFilters = group === undefined ? {} : { group };
  for (const name of NAMES) {
    const value = filters[name];
    if (value !== undefined) query[FILTERS[name]] = value;
  }
  return { range, from: from ?? null, until: to ?? null, is_compared: compare === true, query };
}

/** Returns the address of a saved report. Pure. */
export function searchOf({ range, from, until, is_compared: isCompared, query }: SavedReport): ReportSearch {
  const days: RangeSearch = from !== null && until !== null ? { from, to: until } : {};
  const kept = NAMES.filter((name) => query[FILTERS[name]] !== undefined);
  return {
    ...readReportSearch(Object.fromEntries(kept.map((name) => [name, query[FILTERS[name]]]))),
    range,
    ...days,
    ...(isCompared && { compare: true as const }),
    ...(typeof query['group'] === 'string' && { group: query['group'] }),
  };
}
