import type { ServiceRule } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createFloorActions, type FloorActions } from './actions/actions-service.ts';
import { createFloorReader } from './floor/floor-reader.ts';
import { createFloor, type FloorService } from './floor/floor-service.ts';
import { createWalls, type Walls } from './walls/wall-service.ts';

export type Monitoring = { floor: FloorService; actions: FloorActions; walls: Walls };

type Deps = Platform & {
  agents: Agents;
  auth: Auth;
  settings: Settings;
  tickets: Tickets;
  serviceRule: () => Promise<ServiceRule>;
};

/** What goes on now, for those who lead. */
export function createMonitoring(deps: Deps): Monitoring {
  const floor = createFloor({ ...deps, reader: createFloorReader(deps) });
  return { floor, actions: createFloorActions(deps), walls: createWalls({ ...deps, floor }) };
}
