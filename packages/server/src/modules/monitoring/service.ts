import type { ServiceRule } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import type { Webhooks } from '#modules/webhooks';
import { createFloorAlerts, type FloorAlerts } from './alerts/alert-service.ts';
import { createAlertLifecycle } from './alerts/alert-lifecycle.ts';
import { alertsInDepartmentMerge } from './alerts/department-merge.ts';
import { createAlertWatch, type AlertWatch } from './alerts/alert-watch.ts';
import { createFloorActions, type FloorActions } from './actions/actions-service.ts';
import { createFloorReader } from './floor/floor-reader.ts';
import { createFloor, type FloorService } from './floor/floor-service.ts';
import { createFloorReplays, type FloorReplays } from './replay/replay-service.ts';
import { createWalls, type Walls } from './walls/wall-service.ts';

export type Monitoring = {
  floor: FloorService;
  actions: FloorActions;
  walls: Walls;
  alerts: FloorAlerts;
  alertWatch: AlertWatch;
  replays: FloorReplays;
};

type Deps = Platform & {
  agents: Agents;
  auth: Auth;
  settings: Settings;
  tickets: Tickets;
  webhooks: Pick<Webhooks, 'enqueueEvent'>;
  serviceRule: () => Promise<ServiceRule>;
  serviceRuleOn: (at: Date) => Promise<ServiceRule>;
};

/** Live monitoring for supervisors. */
export function createMonitoring(deps: Deps): Monitoring {
  deps.settings.departments.register(alertsInDepartmentMerge(deps));
  const reader = createFloorReader(deps);
  const floor = createFloor({ ...deps, reader });
  const telling = createAlertLifecycle(deps);
  const alertWatch = createAlertWatch({ ...deps, floor, telling, onKinds: reader.watchKinds });
  return {
    floor,
    actions: createFloorActions(deps),
    walls: createWalls(deps),
    alerts: createFloorAlerts({ ...deps, end: telling.end }),
    alertWatch,
    replays: createFloorReplays(deps),
  };
}
