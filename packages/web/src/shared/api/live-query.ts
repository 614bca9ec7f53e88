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

/** Returns the data after an event, or the same object if the event changes nothing. Must be pure and idempotent. */
export type ApplyEvent<T> = (data: T, event: NumberedEvent) => T;

type Fetch = { signal: AbortSignal };

type LiveOptions<T> = {
  queryKey: QueryKey;
  queryFn: (fetch: Fetch) => Promise<T>;
  apply: ApplyEvent<T>;
  enabled?: boolean;
  placeholderData?: (previous: T | undefined) => T | undefined;
};

type LiveInfiniteOptions<Page, Cursor> = {
  queryKey: QueryKey;
  queryFn: (fetch: Fetch & { pageParam: Cursor }) => Promise<Page>;
  apply: ApplyEvent<InfiniteData<Page, Cursor>>;
  initialPageParam: Cursor;
  getNextPageParam: (last: Page, all: Page[]) => Cursor | undefined;
  enabled?: boolean;
  placeholderData?: (
    previous: InfiniteData<Page, Cursor> | undefined,
  ) => InfiniteData<Page, Cursor> | undefined;
};

/** Like useQuery, kept up to date by events while the component is mounted. */
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

/** Like useInfiniteQuery, kept up to date by events while the component is mounted. `apply` gets all pages at once. */
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
  // The cache returns what getNextPageParam gave, without its type.
  const cursor = pageParam as Cursor;
  return queryFn({ signal, pageParam: cursor });
}

function liveStaleTime(query: { queryHash: string }): number {
  return isLive(query.queryHash) ? Infinity : 0;
}

/**
 * Waits until the server has received this commit's watch requests, which effects such as useTopic send before the
 * first microtask. Otherwise an event between the answer and the watching would be lost.
 */
async function watchesHeard(): Promise<void> {
  await Promise.resolve();
  await realtime.watchesSettled();
}

// Must be called after useQuery: its effect then runs later, so that the first component to show a query still fetches
// it.
function useEvents<T>(queryKey: QueryKey, apply: ApplyEvent<T>, enabled: boolean): void {
  const receive = useEffectEvent((event: NumberedEvent) => {
    queryClient.setQueryData<T>(queryKey, (data) => (data === undefined ? data : apply(data, event)));
  });
  const hash = hashKey(queryKey);
  useEffect(() => (enabled ? keepLive(hash, (event) => receive(event)) : undefined), [hash, enabled]);
}
