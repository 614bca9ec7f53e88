import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 2;

/** The one cache of server data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refuses it refuses again; only silence is worth another try.
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      // Changes arrive by themselves, and a cut is repaired by the resume.
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
