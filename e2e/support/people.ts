import type { Browser, Page } from 'playwright/test';
import { DEMO_PASSWORD } from './server.ts';

type Look = {
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  locale?: string;
  /** The page that is opened first. */
  first?: string;
};

/** Somebody of the demo workspace in a browser of their own, signed in; the form for that has journeys of its own. */
export async function openAs(
  browser: Browser,
  baseURL: string,
  username: string,
  { first = '/tickets', ...look }: Look = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US', ...look });
  const answer = await context.request.post('/api/auth/login', {
    data: { username, password: DEMO_PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${username} was not signed in: ${await answer.text()}`);
  const page = await context.newPage();
  await page.goto(first);
  await page.locator('main#page').waitFor();
  return page;
}

/** Goes on "Ready", as the switch in the top bar does. Before the screen shows it nobody is there to be asked. */
export async function goReady(page: Page): Promise<void> {
  await page.request.put('/api/user/activity', { data: { user_activity_id: 6 } });
  await page.locator('button[data-activity="6"]').waitFor();
}
