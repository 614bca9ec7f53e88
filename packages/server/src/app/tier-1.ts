import type { Platform } from '#platform/platform';
import { authRoutes, createAuth, type Auth } from '#modules/auth';
import { createSettings, settingsRoutes, type Settings } from '#modules/settings';
import type { AppOptions, AppServer } from './server.ts';

export type Tier1 = { settings: Settings; auth: Auth };

/** Tier 1: settings and authentication. */
export function createTier1(platform: Platform, options: AppOptions): Tier1 {
  const settings = createSettings(platform, options);
  const { oidcPrivateHosts = [] } = options;
  return { settings, auth: createAuth({ ...platform, settings, oidcPrivateHosts }) };
}

export function openTier1({ http, options }: AppServer, { settings, auth }: Tier1): void {
  settingsRoutes(http, settings);
  authRoutes(http, { auth, settings, isSecure: options.isSecure });
}
