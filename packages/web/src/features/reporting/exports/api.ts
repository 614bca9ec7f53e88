import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type BodyOf,
  cancelReportExport,
  createReportExport,
  downloadReportExport,
  listReportExports,
  type ReportExport,
} from '@trunkline/contract';
import { useEffect } from 'react';
import { buildUrl } from '#shared/api/build-url.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';

const EXPORTS = ['report-exports'];

/** The user's exported files, newest first; live. */
export function useExports(): UseQueryResult<readonly ReportExport[], Error> {
  useEffect(() => realtime.on('report-export-changed', refresh), []);
  return useQuery<readonly ReportExport[]>({
    queryKey: EXPORTS,
    queryFn: async ({ signal }) => (await call(listReportExports, { signal })).data,
  });
}

/** Asked anew, because an event may come before the answer of a request that was made earlier. */
const refresh = (): void => void queryClient.invalidateQueries({ queryKey: EXPORTS });

export const useCreateExport = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof createReportExport>) => call(createReportExport, { body }),
    onSuccess: refresh,
  });

export const useCancelExport = () =>
  useMutation({
    mutationFn: ({ id }: ReportExport) => call(cancelReportExport, { params: { id } }),
    onSuccess: refresh,
  });

export const downloadOf = ({ id }: ReportExport): string => buildUrl(downloadReportExport.path, { id });
