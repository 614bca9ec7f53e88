import type { Platform } from '#platform/platform';
import { automationRoutes, createAutomation, type Automation } from '#modules/automation';
import { backupRoutes, createBackups, type Backups } from '#modules/backups';
import { createErrorReports, errorReportRoutes, type ErrorReports } from '#modules/error-reports';
import { createFirstRun, firstRunRoutes, type FirstRun } from '#modules/first-run';
import { createWebhooks, webhookRoutes, type Webhooks } from '#modules/webhooks';
import { createBackupMaker } from './backup-maker.ts';
import type { AppOptions, AppServer, BackgroundWork } from './server.ts';
import type { Tier6 } from './tier-6.ts';

export type Tier7 = Tier6 & {
  webhooks: Webhooks;
  automation: Automation;
  backups: Backups;
  errorReports: ErrorReports;
  firstRun: FirstRun;
};

/** Tier 7: modules that react to what happens in lower ones. */
export function createTier7(platform: Platform, below: Tier6, options: AppOptions): Tier7 {
  const given = { ...platform, ...below };
  const webhooks = createWebhooks({ ...given, privateHosts: options.webhookPrivateHosts ?? [] });
  const backups = createBackups({ ...given, maker: createBackupMaker(options.backup) });
  const errorReports = createErrorReports({ ...given, privateHosts: options.errorPrivateHosts ?? [] });
  const firstRun = createFirstRun({ ...given, backups });
  return { ...below, webhooks, automation: createAutomation(given), backups, errorReports, firstRun };
}

export function openTier7(
  { http }: AppServer,
  {
    webhooks,
    automation,
    backups,
    errorReports,
    firstRun,
  }: Pick<Tier7, 'webhooks' | 'automation' | 'backups' | 'errorReports' | 'firstRun'>,
): BackgroundWork {
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
