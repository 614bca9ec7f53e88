import type { Realtime } from '#platform/realtime';
import type { FloorScope } from './floor-scope.ts';

/** Rooms of viewers who see the same, so that what is sent is computed once for all of them. */
export function createScopeRooms(realtime: Realtime, kind: string) {
  const sights = new Map<string, FloorScope>();
  const size = (room: string): number => realtime.io.sockets.adapter.rooms.get(room)?.size ?? 0;

  return {
    /** The room for this visibility, to be joined by its viewer. */
    roomOf(sight: FloorScope): string {
      const room = `${kind}:${sight.key}`;
      sights.set(room, sight);
      return room;
    },

    isAnybodyThere: (): boolean => [...sights.keys()].some((room) => size(room) > 0),

    /** Calls `act` for every room that is not empty; empty ones are removed. */
    forEach(
      act: (room: string, sight: FloorScope) => void,
      onEmpty: (room: string) => void = () => undefined,
    ): void {
      for (const [room, sight] of sights) {
        if (size(room) > 0) act(room, sight);
        else {
          sights.delete(room);
          onEmpty(room);
        }
      }
    },
  };
}
