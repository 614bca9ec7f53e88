import path from 'node:path';
import type { Page } from 'playwright/test';
import { judge } from './axe.ts';
import { THEMES, type Look } from './looks.ts';
import { expect } from './test.ts';

/** Where pictures of everything go, for people to look at; none without it. */
const PICTURES = process.env['PICTURES'];

/** The core judges one theme; contrast in the other one is for the full run. */
const JUDGED = process.env['TEST_RUN'] === 'core' ? THEMES.slice(0, 1) : THEMES;

/** Judges what is on the screen now, in both themes. Soft: one walk tells all that is wrong. */
export async function lookAt(page: Page, look: Look, name: string): Promise<void> {
  for (const theme of JUDGED) {
    await page.emulateMedia({ colorScheme: theme });
    await settle(page, theme);
    if (PICTURES)
      await page.screenshot({ path: path.join(PICTURES, `${look.name}-${theme}`, `${name}.png`) });
    // The theme changes colours, nothing else.
    const found = await judge(page, theme === 'light' ? {} : { runOnly: ['color-contrast'] });
    expect.soft(found, `${name}, ${theme}`).toEqual([]);
  }
  const overflow = await page.evaluate(() =>
    Math.max(document.documentElement.scrollWidth - window.innerWidth, window.scrollX),
  );
  expect.soft(overflow, `${name} must not scroll sideways`).toBeLessThanOrEqual(0);
}

/** Nothing loads and nothing moves any more, and the app has taken over the theme. */
async function settle(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await expect(page.locator('[class*="_bone_"]')).toHaveCount(0);
  await page.waitForFunction((wanted) => {
    const { mantineColorScheme } = document.documentElement.dataset;
    return mantineColorScheme === undefined || mantineColorScheme === wanted;
  }, theme);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What the theme changes begins with the next frame.
    await new Promise((done) => void requestAnimationFrame(() => requestAnimationFrame(done)));
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
