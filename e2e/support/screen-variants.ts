import type { Browser, BrowserContext, Page } from 'playwright/test';
import { DEMO_PASSWORD } from './server.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const LOCALES = { en: 'en-US', id: 'id-ID' } as const;

export const THEMES = ['light', 'dark'] as const;

/** A screen width and a language. Both themes are checked in each, because a page changes its theme without a reload. */
export type ScreenVariant = {
  name: string;
  language: 'en' | 'id';
  isNarrow: boolean;
  context: { viewport: { width: number; height: number }; locale: string; reducedMotion: 'reduce' };
};

/**
 * Wide in English and narrow in Indonesian, whose words are longer: any problem of a width or a language shows in one
 * of the two. `LOOKS=all` adds the other two, for twice the time.
 */
export const SCREEN_VARIANTS: readonly ScreenVariant[] = (
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

/** The server and the look in which pages are opened. */
export type ScreenContext = { browser: Browser; baseURL: string; look: ScreenVariant };

export function openSignedOut({ browser, baseURL, look }: ScreenContext): Promise<BrowserContext> {
  return browser.newContext({ baseURL, ...look.context });
}

/** Opens a browser context with a user of the demo workspace signed in, in the look's language. */
export async function openSignedIn(place: ScreenContext, username: string): Promise<Page> {
  const context = await openSignedOut(place);
  await context.request.post('/api/auth/login', { data: { username, password: DEMO_PASSWORD } });
  // The user's own language counts, not the browser's.
  await context.request.patch('/api/user', { data: { language: place.look.language, theme: 'system' } });
  return context.newPage();
}
