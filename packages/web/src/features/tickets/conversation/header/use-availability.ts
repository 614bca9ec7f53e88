import { useQuery } from '@tanstack/react-query';
import { listAvailability } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

const AGAIN_MS = 15_000;

/** Who is free now, asked for anew as long as it is looked at. */
export function useAvailability(isOpen: boolean) {
  return useQuery({
    queryKey: ['availability'],
    queryFn: async ({ signal }) => (await call(listAvailability, { signal })).data,
    enabled: isOpen,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
}
