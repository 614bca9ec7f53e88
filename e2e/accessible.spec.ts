import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const PAGES = [
  '/tickets',
  '/tickets?view=open',
  '/tickets/detail?id=',
  '/customers',
  '/customers?id=5',
  '/configurasi/config_app',
  '/configurasi/config_media_chat',
  '/profile',
];
const LOOKS = [
  { name: 'light, wide, English', colorScheme: 'light', viewport: WIDE, locale: 'en-US' },
  { name: 'dark, wide, Indonesian', colorScheme: 'dark', viewport: WIDE, locale: 'id-ID' },
  { name: 'light, narrow, Indonesian', colorScheme: 'light', viewport: NARROW, locale: 'id-ID' },
  { name: 'dark, narrow, English', colorScheme: 'dark', viewport: NARROW, locale: 'en-US' },
] as const;

for (const { name, ...look } of LOOKS) {
  test(`no page has an axe violation: ${name}`, async ({ browser, baseURL }) => {
    test.setTimeout(150_000);
    const context = await browser.newContext({ baseURL, ...look });
    const login = await context.newPage();
    await login.goto('/login');
    await expect(login.locator('input[type="password"]')).toBeVisible();
    expect(await violationsOn(login)).toEqual([]);
    await context.close();

    const page = await openAs(browser, baseURL ?? '', 'admin', look);
    const { data } = (await (await page.request.get('/api/tickets?limit=1&assignee=any')).json()) as {
      data: { id: number }[];
    };
    for (const address of PAGES) {
      await page.goto(address.endsWith('detail?id=') ? `${address}${data[0]?.id}` : address);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[role="status"][aria-label]:visible').filter({ hasText: /^$/ }))
        .toHaveCount(0, { timeout: 10_000 })
        .catch(() => undefined);
      expect(await violationsOn(page), address).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${address} must not scroll sideways`).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });
}

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
