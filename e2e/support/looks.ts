import type { Browser, BrowserContext, Page } from 'playwright/test';
import { DEMO_PASSWORD } from './server.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const LOCALES = { en: 'en-US', id: 'id-ID' } as const;

export const THEMES = ['light', 'dark'] as const;

/** A screen and a language. Both themes are looked at on the way: a page changes its theme without being loaded anew. */
export type Look = {
  name: string;
  language: 'en' | 'id';
  isNarrow: boolean;
  context: { viewport: { width: number; height: number }; locale: string; reducedMotion: 'reduce' };
};

/**
 * Wide in English and narrow in Indonesian, whose words are longer: what each width, language and theme can break shows
 * in one of the two. `LOOKS=all` walks the other two as well, for twice the time.
 */
export const LOOKS: readonly Look[] = (
  process.env['LOOKS'] === 'all'
    ? ([
        [false, 'en'],
        [false, 'id'],
        [true, 'en'],
        [true, 'id'],
      ] as const)
    : ([
        [false, 'en'],
        [true, 'id'],
      ] as const)
).map(([isNarrow, language]) => ({
  name: `${isNarrow ? 'narrow' : 'wide'}-${language}`,
  language,
  isNarrow,
  context: {
    viewport: isNarrow ? NARROW : WIDE,
    locale: LOCALES[language],
    reducedMotion: 'reduce' as const,
  },
}));

/** Where and in which look somebody's pages are opened. */
export type Place = { browser: Browser; baseURL: string; look: Look };

export function openStranger({ browser, baseURL, look }: Place): Promise<BrowserContext> {
  return browser.newContext({ baseURL, ...look.context });
}

/** Somebody of the demo workspace, signed in without the form, and reading in the look's language. */
export async function openPerson(place: Place, username: string): Promise<Page> {
  const context = await openStranger(place);
  await context.request.post('/api/auth/login', { data: { username, password: DEMO_PASSWORD } });
  // What somebody has chosen counts, not what the browser speaks.
  await context.request.patch('/api/user', { data: { language: place.look.language, theme: 'system' } });
  return context.newPage();
}
