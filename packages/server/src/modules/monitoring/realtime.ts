import type { Platform } from '#platform/platform';
import type { Realtime } from '#platform/realtime';
import { alertRealtime } from './alerts/alert-realtime.ts';
import { floorRealtime } from './floor/floor-realtime.ts';
import { figureRealtime } from './floor/figure-realtime.ts';
import type { Monitoring } from './service.ts';
import { wallRealtime } from './walls/wall-realtime.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'events' | 'notices' | 'log'> &
  Pick<Monitoring, 'floor' | 'walls'>;

/**
 * Sends the board, wall screens and the figures of the specification, each at most twice a second; what agents do is sent to
 * boards sooner. Returns a function that stops it.
 */
export function monitoringRealtime(realtime: Realtime, deps: Deps): () => void {
  const { floor } = deps;
  alertRealtime(realtime, deps);
  const boards = floorRealtime(realtime, deps);
  const figures = figureRealtime(realtime, deps);
  const walls = wallRealtime(realtime, deps);
  floor.setListener({
    wants() {
      if (boards.isLookedAt() || walls.isLookedAt()) return 'board';
      return figures.isLookedAt() ? 'figures' : 'nothing';
    },
    onUpdate(news) {
      if (news.isBoard) boards.tell(news);
      if (news.isBoard) walls.tell(news);
      figures.tell(news);
    },
    tellAgents: boards.tell,
  });
  return walls.stop;
}
