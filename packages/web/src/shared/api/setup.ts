import { queryOptions } from '@tanstack/react-query';
import { getFirstRun, getSetup } from '@trunkline/contract';
import { call } from './call.ts';

/** Whether the workspace has no account yet. */
export const firstRunQuery = queryOptions({
  queryKey: ['first-run'],
  queryFn: ({ signal }) => call(getFirstRun, { signal }).then((answer) => answer.data),
  staleTime: 0,
});

/** How far the workspace is set up; fetched anew each time, because other pages change it. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(getSetup, { signal }).then((answer) => answer.data),
  staleTime: 0,
});
