import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import { createFloorReader } from './floor/floor-reader.ts';
import { createFloor, type FloorService } from './floor/floor-service.ts';

export type Monitoring = { floor: FloorService };

type Deps = Platform & { agents: Agents; settings: Settings };

/** What goes on now, for those who lead. */
export function createMonitoring(deps: Deps): Monitoring {
  return { floor: createFloor({ ...deps, reader: createFloorReader(deps) }) };
}
