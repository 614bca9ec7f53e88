import type { FloorAlert, WallState } from '@trunkline/contract';
import { isAlertVisible } from '../alerts/alert-store.ts';
import { boardForViewer, type FloorSnapshot } from '../floor/board.ts';
import { floorScopeOf } from '../floor/floor-scope.ts';
import { wallFigures } from './wall-figures.ts';
import type { OpenWall } from './wall-service.ts';

/** What the screens of a link show, by what its creator may see. Pure. */
export function wallState(
  { name, tiles, maker }: OpenWall,
  now: FloorSnapshot,
  alerts: readonly FloorAlert[],
): WallState {
  const sight = floorScopeOf(maker);
  const seen = alerts.filter((alert) => isAlertVisible(sight, alert));
  return {
    at: now.at.toISOString(),
    name,
    figures: wallFigures({ ...boardForViewer(now, sight), alerts: seen }, tiles),
    alerts: seen.map(({ id, name: rule, level, since, acknowledged_at: at }) => ({
      id,
      name: rule,
      level,
      since,
      is_acknowledged: at !== null,
    })),
  };
}
