import type { getWidget, Language, ResponseOf } from '@trunkline/contract';
import type { WidgetAppearance } from '../bridge.ts';
import { firstSupported } from '../language.ts';

type Settings = ResponseOf<typeof getWidget>['data'];
export type LoaderSettings = {
  /** The origin of our server. */
  origin: string;
  key: string;
  language: Language | null;
  position: 'left' | 'right' | null;
};

/**
 * Fetches the launcher's appearance; `refused` where the widget may not be shown. `unknown` where the page's content
 * security policy forbids the request, and then only our frame can tell.
 */
export async function fetchAppearance(
  place: LoaderSettings,
): Promise<WidgetAppearance | 'refused' | 'unknown'> {
  try {
    // Without headers of our own and cookies browsers send no preflight request.
    const answer = await fetch(`${place.origin}/api/livechat/${place.key}`, { credentials: 'omit' });
    if (answer.status === 403 || answer.status === 404) return 'refused';
    if (!answer.ok) return 'unknown';
    const { data } = (await answer.json()) as { data: Settings };
    const language = place.language ?? firstSupported(navigator.languages) ?? data.default_language;
    return { color: data.color, position: data.position, title: data.title[language], language };
  } catch {
    return 'unknown';
  }
}
