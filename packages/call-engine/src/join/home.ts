import type { Request } from '../wire.ts';
import { readRoomUrl } from './room-access.ts';

type Properties = { url?: unknown; dailyConfig?: { callObjectBundleUrlOverride?: unknown } };

/**
 * Where this script came from, as the message that begins a call tells it: by the option that named it, else from the
 * server of the room. Nothing, where a message tells neither.
 */
export function homeIn({ properties }: Request, page: string): string | undefined {
  const { url, dailyConfig } = (properties ?? {}) as Properties;
  const named = dailyConfig?.callObjectBundleUrlOverride;
  if (typeof named === 'string' && URL.canParse(named, page)) return new URL(named, page).href;
  const room = readRoomUrl(url);
  return room && `${room.origin}/call-engine/call-engine.js`;
}
