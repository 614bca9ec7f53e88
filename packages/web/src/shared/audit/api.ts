import { call } from '#shared/api/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listAudit } from '@trunkline/contract';

/** Filters of the audit log. */
export type AuditFilter = {
  user_id?: number | undefined;
  about?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
};

/** Entries of the audit log, latest first, page by page. Follows the user’s own changes; those of others appear when it is opened again. */
export const useAuditEntries = (filter: AuditFilter, limit = 50) =>
  useInfiniteQuery({
    queryKey: ['audit', filter, limit],
    queryFn: ({ signal, pageParam }) =>
      call(listAudit, { query: { ...filter, limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
