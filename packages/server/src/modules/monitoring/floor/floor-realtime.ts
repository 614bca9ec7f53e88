import { demand } from '#platform/access';
import type { Log } from '#platform/log';
import type { Realtime } from '#platform/realtime';
import type { AgentSocket } from '#platform/realtime/agent-socket';
import { boardChanges, boardForViewer, type FloorSnapshot, type FloorDifference } from './board.ts';
import type { FloorService } from './floor-service.ts';
import { floorScopeOf } from './floor-scope.ts';
import { createScopeRooms } from './scope-rooms.ts';

type Deps = { floor: Pick<FloorService, 'upToDate'>; log: Log };

/** The topic `floor`: sends the whole board to new subscribers, also after a reconnect, and then changes. */
export function floorRealtime(realtime: Realtime, { floor, log }: Deps) {
  const rooms = createScopeRooms(realtime, 'floor');
  const newcomers = new Set<AgentSocket>();

  realtime.watchTopic('floor', (viewer) => {
    demand(viewer, 'MONITORING:VIEW');
    return Promise.resolve([rooms.roomOf(floorScopeOf(viewer))]);
  });
  realtime.onTopicChange((topic, socket) => {
    if (topic !== 'floor') return;
    if (!socket.data.topics.has(topic)) return void newcomers.delete(socket);
    newcomers.add(socket);
    floor
      .upToDate('board')
      .then(welcome, (error: unknown) => log.warn({ err: error }, 'could not read the floor'));
  });

  function welcome(now: FloorSnapshot): void {
    for (const socket of newcomers)
      socket.emit('floor-state', boardForViewer(now, floorScopeOf(socket.data.viewer)));
    newcomers.clear();
  }

  return {
    isLookedAt: rooms.isAnybodyThere,
    tell({ floor: now, step }: { floor: FloorSnapshot; step: FloorDifference | undefined }): void {
      if (step)
        rooms.forEach((room, sight) => realtime.signal([room], 'floor-changes', boardChanges(step, sight)));
      welcome(now);
    },
  };
}
