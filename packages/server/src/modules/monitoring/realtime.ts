import { floorRealtime } from './floor/floor-realtime.ts';
import { figureRealtime } from './floor/figure-realtime.ts';
import type { Realtime } from '#platform/realtime';
import type { Platform } from '#platform/platform';
import { alertRealtime } from './alerts/alert-realtime.ts';
import type { FloorService } from './floor/floor-service.ts';

/** Tells the board and the figures of the specification, each at most twice a second, to whoever has asked. */
export function monitoringRealtime(
  realtime: Realtime,
  { floor, ...platform }: { floor: FloorService } & Pick<Platform, 'db' | 'clock' | 'notices' | 'log'>,
): void {
  const { log } = platform;
  alertRealtime(realtime, platform);
  const boards = floorRealtime(realtime, { floor, log });
  const figures = figureRealtime(realtime, { floor, log });
  floor.follow({
    wants: () => (boards.isLookedAt() ? 'board' : figures.isLookedAt() ? 'figures' : 'nothing'),
    tell(news) {
      if (news.isBoard) boards.tell(news);
      figures.tell(news);
    },
  });
}
