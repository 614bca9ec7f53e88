import type { Platform } from '#platform/platform';
import { callRealtime, callRoutes, createCalls } from '#modules/calls';
import type { AppOptions, AppServer } from './server.ts';
import type { Tier4 } from './tier-4.ts';

/** Tier 5: calls, whatever carries their voice. */
export function createTier5(platform: Platform, below: Tier4, { media }: AppOptions) {
  return { ...below, calls: createCalls({ ...platform, ...below, recordingsFolder: media.recordings }) };
}

export type Tier5 = ReturnType<typeof createTier5>;

export function openTier5({ http, realtime, platform }: AppServer, { calls }: Pick<Tier5, 'calls'>): void {
  callRoutes(http, calls);
  callRealtime(realtime, { ...platform, calls });
}
