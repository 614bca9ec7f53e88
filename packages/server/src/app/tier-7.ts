import type { Platform } from '#platform/platform';
import { automationRoutes, createAutomation } from '#modules/automation';
import { createWebhooks, webhookRoutes } from '#modules/webhooks';
import type { AppOptions, AppServer } from './server.ts';
import type { Tier6 } from './tier-6.ts';

/** Tier 7: what follows from what happens below. */
export function createTier7(platform: Platform, below: Tier6, options: AppOptions) {
  const given = { ...platform, ...below };
  const webhooks = createWebhooks({ ...given, privateHosts: options.webhookPrivateHosts ?? [] });
  return { ...below, webhooks, automation: createAutomation(given) };
}

export type Tier7 = ReturnType<typeof createTier7>;

export function openTier7(
  { http }: AppServer,
  { webhooks, automation }: Pick<Tier7, 'webhooks' | 'automation'>,
) {
  webhookRoutes(http, webhooks);
  automationRoutes(http, automation);
  return {
    start(): void {
      webhooks.start();
      automation.start();
    },
    async stop(): Promise<void> {
      await webhooks.stop();
      await automation.stop();
    },
  };
}
