import type { Platform } from '#platform/platform';
import { automationRoutes, createAutomation } from '#modules/automation';
import { backupRoutes, createBackups } from '#modules/backups';
import { createErrorReports, errorReportRoutes } from '#modules/error-reports';
import { createFirstRun, firstRunRoutes } from '#modules/first-run';
import { createWebhooks, webhookRoutes } from '#modules/webhooks';
import { backupMaker } from './backup-maker.ts';
import type { AppOptions, AppServer } from './server.ts';
import type { Tier6 } from './tier-6.ts';

/** Tier 7: modules that react to what happens in lower ones. */
export function createTier7(platform: Platform, below: Tier6, options: AppOptions) {
  const given = { ...platform, ...below };
  const webhooks = createWebhooks({ ...given, privateHosts: options.webhookPrivateHosts ?? [] });
  const backups = createBackups({ ...given, maker: backupMaker(options.backup) });
  const errorReports = createErrorReports({ ...given, privateHosts: options.errorPrivateHosts ?? [] });
  const firstRun = createFirstRun({ ...given, backups });
  return { ...below, webhooks, automation: createAutomation(given), backups, errorReports, firstRun };
}

export type Tier7 = ReturnType<typeof createTier7>;

export function openTier7(
  { http }: AppServer,
  {
    webhooks,
    automation,
    backups,
    errorReports,
    firstRun,
  }: Pick<Tier7, 'webhooks' | 'automation' | 'backups' | 'errorReports' | 'firstRun'>,
) {
  webhookRoutes(http, webhooks);
  automationRoutes(http, automation);
  backupRoutes(http, backups);
  errorReportRoutes(http, errorReports);
  firstRunRoutes(http, firstRun);
  return {
    start(): void {
      webhooks.start();
      automation.start();
    },
    async stop(): Promise<void> {
      errorReports.stop();
      await webhooks.stop();
      await automation.stop();
    },
  };
}
