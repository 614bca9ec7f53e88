import type { getWidget, Language, ResponseOf } from '@trunkline/contract';
import type { Look } from '../bridge.ts';
import { spoken } from '../language.ts';

type Settings = ResponseOf<typeof getWidget>['data'];
export type Place = {
  /** Where our server is. */
  origin: string;
  key: string;
  language: Language | null;
  position: 'left' | 'right' | null;
};

/**
 * How the launcher looks, or `refused` where there may be none. `unknown` when we could not ask: the page's own policy
 * may forbid it to connect to us, and then only our frame can tell.
 */
export async function fetchLook(place: Place): Promise<Look | 'refused' | 'unknown'> {
  try {
    // No header of our own and no cookies: browsers then need not ask first whether they may ask.
    const answer = await fetch(`${place.origin}/api/livechat/${place.key}`, { credentials: 'omit' });
    if (answer.status === 403 || answer.status === 404) return 'refused';
    if (!answer.ok) return 'unknown';
    const { data } = (await answer.json()) as { data: Settings };
    const language = place.language ?? spoken(navigator.languages) ?? data.default_language;
    return { color: data.color, position: data.position, title: data.title[language], language };
  } catch {
    return 'unknown';
  }
}
