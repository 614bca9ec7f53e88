import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { listReportPeople, type ReportPerson } from '@trunkline/contract';
import { call } from '../api/call.ts';

/** The people by whom the figures of these days can be filtered. */
export const useReportPeople = (query: {
  from: string;
  until: string;
}): UseQueryResult<readonly ReportPerson[], Error> =>
  useQuery<readonly ReportPerson[]>({
    queryKey: ['report-people', query],
    queryFn: async ({ signal }) => (await call(listReportPeople, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
