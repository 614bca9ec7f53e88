import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { listReportPeople, type ReportPerson } from '@trunkline/contract';
import { call } from '../api/call.ts';

/** Whose figures these days can be narrowed down to. */
export const useReportPeople = (query: {
  from: string;
  until: string;
}): UseQueryResult<readonly ReportPerson[], Error> =>
  useQuery<readonly ReportPerson[]>({
    queryKey: ['report-people', query],
    queryFn: async ({ signal }) => (await call(listReportPeople, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
