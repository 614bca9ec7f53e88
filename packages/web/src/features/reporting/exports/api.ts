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
  useEffect(() => realtime.on('report-export-changed', (changed) => put(changed)), []);
  return useQuery<readonly ReportExport[]>({
    queryKey: EXPORTS,
    queryFn: async ({ signal }) => (await call(listReportExports, { signal })).data,
  });
}

/** Updates the cached list after an event: removes, replaces or adds an export. */
function put(changed: ReportExport): void {
  queryClient.setQueryData<readonly ReportExport[]>(EXPORTS, (known) => {
    if (!known) return known;
    const others = known.filter(({ id }) => id !== changed.id);
    if (changed.state === 'cancelled') return others;
    return [...others, changed].toSorted((a, b) => b.id - a.id);
  });
}

export const useCreateExport = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof createReportExport>) => call(createReportExport, { body }),
    onSuccess: ({ data }) => put(data),
  });

export const useCancelExport = () =>
  useMutation({
    mutationFn: ({ id }: ReportExport) => call(cancelReportExport, { params: { id } }),
    onSuccess: (_, row) => put({ ...row, state: 'cancelled' }),
  });

export const downloadOf = ({ id }: ReportExport): string => buildUrl(downloadReportExport.path, { id });
