import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import {
  type ActivityDays,
  type ActivityFinding,
  type BodyOf,
  correctActivity,
  getActivityDay,
  listActivityFindings,
  listServiceLevels,
  type MetricCode,
  type Report,
  type REPORTS,
  type ServiceLevels,
  setServiceLevel,
  withdrawCorrection,
} from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import type { FilterQuery } from '#shared/filters/figure-query.ts';
import { queryClient } from '#shared/api/query-client.ts';

const ACTIVITY = ['reporting', 'activity'];
/** Interval of polling for the current day; past days do not change. */
const LIVE_MS = 30_000;

/** The activity of agents on a day. */
export function useActivityDay(
  day: string,
  department: number | undefined,
  isToday: boolean,
): UseQueryResult<ActivityDays, Error> {
  return useQuery({
    queryKey: [...ACTIVITY, day, department],
    queryFn: async ({ signal }) =>
      (await call(getActivityDay, { query: { day, department_id: department }, signal })).data,
    placeholderData: keepPreviousData,
    ...(isToday && { refetchInterval: LIVE_MS }),
  });
}

/** Problems found by the nightly check, by day. */
export function useFindings(): UseQueryResult<readonly ActivityFinding[], Error> {
  return useQuery({
    queryKey: [...ACTIVITY, 'findings'],
    queryFn: async ({ signal }) => (await call(listActivityFindings, { signal })).data,
  });
}

const refetch = () => queryClient.invalidateQueries({ queryKey: ['reporting'] });

export const useCorrect = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof correctActivity>) => call(correctActivity, { body }),
    onSuccess: refetch,
  });

export const useWithdraw = () =>
  useMutation({
    mutationFn: (id: number) => call(withdrawCorrection, { params: { id } }),
    onSuccess: refetch,
  });

export type ReportDefinition = (typeof REPORTS)[keyof typeof REPORTS];
export type ReportQuery = FilterQuery & {
  from: string;
  until: string;
  row?: string | undefined;
  departments?: 'now' | undefined;
  hours?: 'office' | undefined;
};
/** `metric`: only the records that it counts. */
export type RecordsQuery = ReportQuery & { metric?: MetricCode | undefined };
type RowsQuery = ReportQuery & {
  group: string;
  before_from?: string | undefined;
  before_until?: string | undefined;
};

export function useReport(definition: ReportDefinition, query: RowsQuery): UseQueryResult<Report, Error> {
  return useQuery({
    queryKey: ['reporting', definition.code, query],
    queryFn: async ({ signal }) => (await call(definition.read, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** The records behind a report's figures, page by page. */
export const useRecords = (definition: ReportDefinition, query: RecordsQuery) =>
  useInfiniteQuery({
    queryKey: ['reporting', definition.code, 'records', query],
    queryFn: ({ pageParam, signal }) =>
      call(definition.list, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
/** The service level rules of the telephone, by the day from which they apply. */
export function useServiceLevels(): UseQueryResult<ServiceLevels, Error> {
  return useQuery({
    queryKey: ['reporting', 'service-levels'],
    queryFn: ({ signal }) => call(listServiceLevels, { signal }),
  });
}

export const useSetServiceLevel = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof setServiceLevel>) => call(setServiceLevel, { body }),
    onSuccess: refetch,
  });
