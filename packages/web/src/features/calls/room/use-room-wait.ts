import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRoomWait, type RoomWait } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

/** Somebody who came by a link has no line on which they would be told: they ask, and at once when something changes. */
const ASK_EVERY_MS = 5000;

export type Entrance = { name: string; token: string };

/** How the call stands for who came by a link. `seen`: what has changed in the room when it is asked anew. */
export function useRoomWait({ name, token }: Entrance, seen: readonly unknown[]): RoomWait | undefined {
  return useQuery({
    queryKey: ['room-wait', name, ...seen],
    queryFn: async () => (await call(getRoomWait, { params: { name }, body: { token } })).data,
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
  }).data;
}
