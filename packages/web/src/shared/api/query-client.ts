import {
  MutationCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 2;

/** Invalidates also what is being loaded for the first time: the answer may be older than the event that invalidates it. */
class FreshQueryClient extends QueryClient {
  #loadedAgain = new WeakSet<Query>();

  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    for (const query of loading) void this.#loadAgain(query);
    return super.invalidateQueries(filters, options);
  }

  /** The library refetches only what it has data of. */
  async #loadAgain(query: Query): Promise<void> {
    if (this.#loadedAgain.has(query)) return;
    this.#loadedAgain.add(query);
    await query.promise?.catch(() => undefined);
    this.#loadedAgain.delete(query);
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** The one cache of server data. */
export const queryClient: QueryClient = new FreshQueryClient({
  // No event tells of new entries of the audit log: the list beside a record follows at least what is changed here.
  mutationCache: new MutationCache({
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['audit'] }),
  }),
  defaultOptions: {
    queries: {
      // A refusal by the server would come again; only a missing answer is retried.
      retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      // After too many requests the error is shown, and the request is repeated once the server answers again.
      refetchInterval: ({ state: { error } }) => refusedForMs(error),
      // Events keep data current, and the resume repairs an interrupted connection.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

function isTransient(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'offline' || error.code === 'unavailable');
}

const PAUSE_SECONDS = 30;

/** The time until the server answers again after too many requests; false for other errors. */
function refusedForMs(error: Error | null): number | false {
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return false;
  const { retry_after_seconds: seconds = PAUSE_SECONDS } = Object(error.details) as {
    retry_after_seconds?: number;
  };
  return seconds * 1000;
}
