import { getOwnQueue, type OwnQueue } from '@trunkline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';

const KEY = ['conversations', 'own-queue'];

/** What waits in the queues of this agent, and why they are offered none; a signal replaces it. */
export function useOwnQueue(): OwnQueue | undefined {
  useEffect(
    () =>
      realtime.on('own-queue', (queue) => {
        // Cancels a request on its way, whose answer would be older than this.
        void queryClient.cancelQueries({ queryKey: KEY }).then(() => queryClient.setQueryData(KEY, queue));
      }),
    [],
  );
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(getOwnQueue, { signal })).data,
  }).data;
}
