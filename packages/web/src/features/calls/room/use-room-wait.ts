import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getGuestCallState, type GuestCallState } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

/** Guests have no socket, so the state is polled, and fetched at once when something changes in the room. */
const ASK_EVERY_MS = 5000;

export type GuestToken = { name: string; token: string };

/** The waiting state of the call for a guest. A change in `seen` fetches it anew. */
export function useRoomWait(
  { name, token }: GuestToken,
  seen: readonly unknown[],
): GuestCallState | undefined {
  return useQuery({
    queryKey: ['room-wait', name, ...seen],
    queryFn: async () => (await call(getGuestCallState, { params: { name }, body: { token } })).data,
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
  }).data;
}
