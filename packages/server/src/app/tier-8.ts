import type { Platform } from '#platform/platform';
import { auditRoutes, createAudit, type Audit } from '#modules/audit';
import { createMonitoring, monitoringRealtime, monitoringRoutes, type Monitoring } from '#modules/monitoring';
import { createReporting, reportingRoutes, type Reporting } from '#modules/reporting';
import type { AppServer, BackgroundWork } from './server.ts';
import type { Tier7 } from './tier-7.ts';

export type Tier8 = Tier7 & { audit: Audit; reporting: Reporting; monitoring: Monitoring };

/** Tier 8: modules that only read, and that no other depends on. */
export function createTier8(platform: Platform, below: Tier7): Tier8 {
  const given = { ...platform, ...below };
  const reporting = createReporting(given);
  const { current: serviceRule, on: serviceRuleOn } = reporting.serviceLevels;
  return {
    ...below,
    audit: createAudit(given),
    reporting,
    monitoring: createMonitoring({ ...given, serviceRule, serviceRuleOn }),
  };
}

export function openTier8(
  { http, realtime, platform }: AppServer,
  { audit, monitoring, reporting }: Pick<Tier8, 'audit' | 'monitoring' | 'reporting'>,
): BackgroundWork {
  auditRoutes(http, audit);
  reportingRoutes(http, reporting);
  monitoringRoutes(http, monitoring);
  const stopWalls = monitoringRealtime(realtime, { ...platform, ...monitoring });
  return {
    start: () => monitoring.alertWatch.start(),
    async stop(): Promise<void> {
      stopWalls();
      monitoring.floor.stop();
      await monitoring.alertWatch.stop();
    },
  };
}
