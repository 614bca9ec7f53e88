import { useQuery } from '@tanstack/react-query';
import { listAvailability } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

const AGAIN_MS = 15_000;

/** Which agents are free now; polled while it is shown. */
export function useAvailability(isOpen: boolean) {
  return useQuery({
    queryKey: ['availability'],
    queryFn: async ({ signal }) => (await call(listAvailability, { signal })).data,
    enabled: isOpen,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
}
