import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LIMITS, LISTS, type ListKind, type ListRow } from '@trunkline/contract';
import type { ListView } from './list-view.ts';

/** All keys begin with the list's name, so that one event about the list makes all of them stale. */
export const listKeys = {
  all: (kind: ListKind) => ['lists', kind] as const,
  rows: (kind: ListKind, view: ListView) => ['lists', kind, 'rows', view] as const,
  row: (kind: ListKind, id: number) => ['lists', kind, 'row', id] as const,
  history: (kind: ListKind, row: number | undefined) => ['lists', kind, 'history', row ?? 'all'] as const,
};

/** Returns the query of a view, without empty values. */
export const queryOf = ({ q, within, ...rest }: ListView) => ({
  ...rest,
  ...(q && { q }),
  ...(within !== undefined && { within }),
});

/** The rows of a view, page by page. */
export function useRows(kind: ListKind, view: ListView) {
  return useInfiniteQuery({
    queryKey: listKeys.rows(kind, view),
    queryFn: ({ pageParam, signal }) =>
      call(LISTS[kind].endpoints.list, {
        query: { ...queryOf(view), cursor: pageParam, limit: LIMITS.listPage },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (previous) => previous,
  });
}

/** One row, wherever it is in the list; null when it does not exist. */
export function useRow(kind: ListKind, id: number | undefined) {
  return useQuery({
    queryKey: listKeys.row(kind, id ?? 0),
    queryFn: async ({ signal }): Promise<ListRow | null> => {
      const answer = await call(LISTS[kind].endpoints.list, { query: { id, limit: 1 }, signal });
      return answer.data[0] ?? null;
    },
    enabled: id !== undefined,
    // Not cached, because the form must not begin with an outdated row.
    gcTime: 0,
  });
}

const HISTORY_PAGE = 30;

/** The list's change history, latest first. */
export function useHistory(kind: ListKind, row: number | undefined) {
  return useInfiniteQuery({
    queryKey: listKeys.history(kind, row),
    queryFn: ({ pageParam, signal }) =>
      call(LISTS[kind].endpoints.history, {
        query: { row, before: pageParam, limit: HISTORY_PAGE },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.has_more ? last.data.at(-1)?.id : undefined),
  });
}

/** Fetches the list anew at once, so that users see their own change without waiting for the event. */
export const refresh = (kind: ListKind): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listKeys.all(kind) });
