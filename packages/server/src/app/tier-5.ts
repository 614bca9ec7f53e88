import type { Platform } from '#platform/platform';
import { callRealtime, callRoutes, createCalls, type Calls } from '#modules/calls';
import type { AppOptions, AppServer } from './server.ts';
import type { Tier4 } from './tier-4.ts';

export type Tier5 = Tier4 & { calls: Calls };

/** Tier 5: calls, whatever carries their voice. */
export function createTier5(platform: Platform, below: Tier4, { media }: AppOptions): Tier5 {
  return { ...below, calls: createCalls({ ...platform, ...below, recordingsFolder: media.recordings }) };
}

export function openTier5({ http, realtime, platform }: AppServer, { calls }: Pick<Tier5, 'calls'>): void {
  callRoutes(http, calls);
  callRealtime(realtime, { ...platform, calls });
}
