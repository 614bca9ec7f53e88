import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createFloorActions, type FloorActions } from './actions/actions-service.ts';
import { createFloorReader } from './floor/floor-reader.ts';
import { createFloor, type FloorService } from './floor/floor-service.ts';

export type Monitoring = { floor: FloorService; actions: FloorActions };

type Deps = Platform & { agents: Agents; auth: Auth; settings: Settings; tickets: Tickets };

/** What goes on now, for those who lead. */
export function createMonitoring(deps: Deps): Monitoring {
  return {
    floor: createFloor({ ...deps, reader: createFloorReader(deps) }),
    actions: createFloorActions(deps),
  };
}
