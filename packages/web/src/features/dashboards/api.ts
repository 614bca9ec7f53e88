import { keepPreviousData, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type AgentDashboard,
  getAgentDashboard,
  getSurveyDashboard,
  getTicketDashboard,
  listAgentContacts,
  listCallOpinions,
  listTicketRecords,
  type MediaId,
  type SurveyDashboard,
  type TicketDashboard,
  type TicketRecordFigure,
} from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

export type DashboardQuery = { from: string; until: string; department_id?: number | undefined };
/** Filters besides period and department: the agent, and conditions on tickets. */
type RecordFilter = { user_id?: number | undefined; where?: string | undefined };
type ComparedQuery = DashboardQuery & { before_from: string; before_until: string };

export const useTicketDashboard = (
  query: ComparedQuery & RecordFilter,
): UseQueryResult<TicketDashboard, Error> =>
  useQuery({
    queryKey: ['dashboards', 'tickets', query],
    queryFn: async ({ signal }) => (await call(getTicketDashboard, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export type RecordsQuery = DashboardQuery &
  RecordFilter & {
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

export const useAgentDashboard = (query: ComparedQuery): UseQueryResult<AgentDashboard, Error> =>
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

/** The calls and chats behind an agents' figure, page by page. */
export const useAgentContacts = (query: ContactsQuery) =>
  useInfiniteQuery({
    queryKey: ['dashboards', 'agents', 'contacts', query],
    queryFn: ({ pageParam, signal }) =>
      call(listAgentContacts, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const useSurveyDashboard = (query: ComparedQuery): UseQueryResult<SurveyDashboard, Error> =>
  useQuery({
    queryKey: ['dashboards', 'survey', query],
    queryFn: async ({ signal }) => (await call(getSurveyDashboard, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export type OpinionsQuery = DashboardQuery & {
  user_id?: number | undefined;
  rating?: number | undefined;
  commented?: '1' | undefined;
};

/** Ratings with the customers' comments, page by page. */
export const useCallOpinions = (query: OpinionsQuery) =>
  useInfiniteQuery({
    queryKey: ['dashboards', 'survey', 'ratings', query],
    queryFn: ({ pageParam, signal }) =>
      call(listCallOpinions, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
