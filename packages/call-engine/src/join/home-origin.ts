import type { LibraryRequest } from '../wire.ts';
import { readRoomUrl } from './room-access.ts';

type Properties = { url?: unknown; dailyConfig?: { callObjectBundleUrlOverride?: unknown } };

/**
 * Returns the address of this script from the message that begins a call: from the option that names it, else from the
 * room's server. Undefined where the message has neither.
 */
export function homeOriginOf({ properties }: LibraryRequest, page: string): string | undefined {
  const { url, dailyConfig } = (properties ?? {}) as Properties;
  const named = dailyConfig?.callObjectBundleUrlOverride;
  if (typeof named === 'string' && URL.canParse(named, page)) return new URL(named, page).href;
  const room = readRoomUrl(url);
  return room && `${room.origin}/call-engine/call-engine.js`;
}
