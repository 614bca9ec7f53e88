import { monitoringRealtime, monitoringRoutes } from '#modules/monitoring';
import type { AppServer } from './server.ts';
import type { Tier7 } from './tier-7.ts';

/** Tier 8: what reads and listens; nobody below knows it. */
export function openTier8({ http, realtime, platform }: AppServer, { agents }: Pick<Tier7, 'agents'>): void {
  monitoringRoutes(http, platform);
  monitoringRealtime(realtime, { ...platform, agents });
}
