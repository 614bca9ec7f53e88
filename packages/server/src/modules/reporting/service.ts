import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { createUserActivity, type UserActivity } from './activity/service.ts';
import { createReports, type Reports } from './reports/service.ts';
import { createServiceLevels, type ServiceLevelRules } from './service-levels/service.ts';

export type Reporting = {
  userActivity: UserActivity;
  reports: Reports;
  serviceLevels: ServiceLevelRules;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & { settings: Pick<Settings, 'config' | 'audit'> };

/** Figures of what has been: people's time, and reports. */
export function createReporting(deps: Deps): Reporting {
  const userActivity = createUserActivity(deps);
  deps.jobs.define('reporting:check-activity', async () => void (await userActivity.checkYesterday()));
  // Every hour: what is yesterday depends on the workspace's zone. A finding is kept once.
  deps.jobs.schedule('reporting:check-activity', '10 * * * *');
  return { userActivity, reports: createReports(deps), serviceLevels: createServiceLevels(deps) };
}
