import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 2;

/** The one cache of server data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal by the server would come again; only a missing answer is retried.
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      // Events keep data current, and the resume repairs an interrupted connection.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'offline' || error.code === 'unavailable');
}
