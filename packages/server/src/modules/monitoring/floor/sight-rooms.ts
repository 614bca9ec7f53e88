import type { Realtime } from '#platform/realtime';
import type { Sight } from './sight.ts';

/** Rooms of those who see the same, so that what is told is put together once for all of them. */
export function createSightRooms(realtime: Realtime, kind: string) {
  const sights = new Map<string, Sight>();
  const size = (room: string): number => realtime.io.sockets.adapter.rooms.get(room)?.size ?? 0;

  return {
    /** The room of this sight; whoever asks joins it. */
    roomOf(sight: Sight): string {
      const room = `${kind}:${sight.key}`;
      sights.set(room, sight);
      return room;
    },

    isAnybodyThere: (): boolean => [...sights.keys()].some((room) => size(room) > 0),

    /** Does it for every room that has somebody in it; the others are forgotten. */
    forEach(
      act: (room: string, sight: Sight) => void,
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
