import type { Platform } from '#platform/platform';
import { authRoutes, createAuth } from '#modules/auth';
import { createSettings, settingsRoutes } from '#modules/settings';
import type { AppOptions, AppServer } from './server.ts';

/** Tier 1: settings and authentication. */
export function createTier1(platform: Platform, options: AppOptions) {
  const settings = createSettings(platform, options);
  const { oidcPrivateHosts = [] } = options;
  return { settings, auth: createAuth({ ...platform, settings, oidcPrivateHosts }) };
}

export type Tier1 = ReturnType<typeof createTier1>;

export function openTier1({ http, options }: AppServer, { settings, auth }: Tier1): void {
  settingsRoutes(http, settings);
  authRoutes(http, { auth, settings, isSecure: options.isSecure });
}
