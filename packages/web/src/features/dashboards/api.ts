import { keepPreviousData, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  getTicketDashboard,
  listTicketRecords,
  type TicketDashboard,
  type TicketRecordFigure,
} from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

export type DashboardQuery = { from: string; until: string; department_id?: number | undefined };
type Compared = DashboardQuery & { before_from: string; before_until: string };

export const useTicketDashboard = (query: Compared): UseQueryResult<TicketDashboard, Error> =>
  useQuery({
    queryKey: ['dashboards', 'tickets', query],
    queryFn: async ({ signal }) => (await call(getTicketDashboard, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export type RecordsQuery = DashboardQuery & {
  figure: TicketRecordFigure;
  weekday?: number | undefined;
  hour?: number | undefined;
};

/** The tickets behind a figure, page by page. */
export const useTicketRecords = (query: RecordsQuery) =>
  useInfiniteQuery({
    queryKey: ['dashboards', 'tickets', 'records', query],
    queryFn: ({ pageParam, signal }) =>
      call(listTicketRecords, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
