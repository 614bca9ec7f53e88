import { keepPreviousData, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type AgentDashboard,
  getAgentDashboard,
  getTicketDashboard,
  listAgentContacts,
  listTicketRecords,
  type MediaId,
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

export const useAgentDashboard = (query: Compared): UseQueryResult<AgentDashboard, Error> =>
  useQuery({
    queryKey: ['dashboards', 'agents', query],
    queryFn: async ({ signal }) => (await call(getAgentDashboard, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export type ContactsQuery = DashboardQuery & {
  user_id?: number | undefined;
  media_id?: MediaId | undefined;
  active?: '1' | undefined;
};

/** The calls and chats behind a figure of agents, page by page. */
export const useAgentContacts = (query: ContactsQuery) =>
  useInfiniteQuery({
    queryKey: ['dashboards', 'agents', 'contacts', query],
    queryFn: ({ pageParam, signal }) =>
      call(listAgentContacts, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
