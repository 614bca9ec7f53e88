import {
  hashKey,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isLive, keepLive } from './feed/live-registry.ts';
import { queryClient } from './query-client.ts';
import { realtime, type NumberedEvent } from './realtime.ts';

/** Pure and idempotent: the data as it is after the event. Gives the same object back when nothing changes. */
export type Apply<T> = (data: T, event: NumberedEvent) => T;

type Fetch = { signal: AbortSignal };

type LiveOptions<T> = {
  queryKey: QueryKey;
  queryFn: (fetch: Fetch) => Promise<T>;
  apply: Apply<T>;
  enabled?: boolean;
  placeholderData?: (previous: T | undefined) => T | undefined;
};

type LiveInfiniteOptions<Page, Cursor> = {
  queryKey: QueryKey;
  queryFn: (fetch: Fetch & { pageParam: Cursor }) => Promise<Page>;
  apply: Apply<InfiniteData<Page, Cursor>>;
  initialPageParam: Cursor;
  getNextPageParam: (last: Page, all: Page[]) => Cursor | undefined;
  enabled?: boolean;
  placeholderData?: (
    previous: InfiniteData<Page, Cursor> | undefined,
  ) => InfiniteData<Page, Cursor> | undefined;
};

/** Like useQuery, and kept up to date by events while it is on the screen. */
export function useLiveQuery<T>(options: LiveOptions<T>): UseQueryResult<T, Error> {
  const { queryKey, queryFn, apply, enabled = true, placeholderData } = options;
  const result = useQuery<T, Error>({
    queryKey,
    queryFn: async ({ signal }) => {
      await watchesHeard();
      return queryFn({ signal });
    },
    enabled,
    staleTime: liveStaleTime,
    ...(placeholderData ? { placeholderData: placeholderData as never } : {}),
  });
  useEvents(queryKey, apply, enabled);
  return result;
}

/** Like useInfiniteQuery, and kept up to date by events while it is on the screen. `apply` sees all pages at once. */
export function useLiveInfiniteQuery<Page, Cursor>(
  options: LiveInfiniteOptions<Page, Cursor>,
): UseInfiniteQueryResult<InfiniteData<Page, Cursor>, Error> {
  const {
    queryKey,
    queryFn,
    apply,
    enabled = true,
    initialPageParam,
    getNextPageParam,
    placeholderData,
  } = options;
  const result = useInfiniteQuery<Page, Error, InfiniteData<Page, Cursor>, QueryKey, Cursor>({
    queryKey,
    queryFn: (context) => fetchPage(queryFn, context),
    initialPageParam,
    getNextPageParam,
    enabled,
    staleTime: liveStaleTime,
    ...(placeholderData ? { placeholderData } : {}),
  });
  useEvents(queryKey, apply, enabled);
  return result;
}

async function fetchPage<Page, Cursor>(
  queryFn: (fetch: Fetch & { pageParam: Cursor }) => Promise<Page>,
  { signal, pageParam }: Fetch & { pageParam?: unknown },
): Promise<Page> {
  await watchesHeard();
  // The cache hands back what getNextPageParam gave, without its type.
  const cursor = pageParam as Cursor;
  return queryFn({ signal, pageParam: cursor });
}

function liveStaleTime(query: { queryHash: string }): number {
  return isLive(query.queryHash) ? Infinity : 0;
}

/**
 * Effects of this commit, useTopic among them, run before the first microtask; then the server must have heard them,
 * or an event between the answer and the watching would be lost.
 */
async function watchesHeard(): Promise<void> {
  await Promise.resolve();
  await realtime.watchesSettled();
}

// Stands after useQuery on purpose: its effect runs later, so that the first one to show a query still fetches it.
function useEvents<T>(queryKey: QueryKey, apply: Apply<T>, enabled: boolean): void {
  const receive = useEffectEvent((event: NumberedEvent) => {
    queryClient.setQueryData<T>(queryKey, (data) => (data === undefined ? data : apply(data, event)));
  });
  const hash = hashKey(queryKey);
  useEffect(() => (enabled ? keepLive(hash, (event) => receive(event)) : undefined), [hash, enabled]);
}
