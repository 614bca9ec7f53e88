import type { Browser, Page } from 'playwright/test';
import { DEMO_PASSWORD } from './server.ts';

export type BrowserOptions = {
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  locale?: string;
  /** The page that is opened first. */
  first?: string;
};

/** Opens a browser with a user of the demo workspace signed in, without the form, which has journeys of its own. */
export async function openAs(
  browser: Browser,
  baseURL: string,
  username: string,
  { first = '/tickets', ...look }: BrowserOptions = {},
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

/** Sets the agent to ready, as the switch in the top bar does, and waits until the page shows it; before that nothing is offered. */
export async function goReady(page: Page): Promise<void> {
  await page.request.put('/api/user/activity', { data: { user_activity_id: 6 } });
  await page.locator('button[data-activity="6"]').waitFor();
}
