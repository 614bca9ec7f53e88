import path from 'node:path';
import type { Page } from 'playwright/test';
import { findViolations } from './axe.ts';
import { THEMES, type ScreenVariant } from './screen-variants.ts';
import { expect } from './test.ts';

/** Folder for screenshots of every checked state; none where it is not set. */
const PICTURES = process.env['PICTURES'];

/** The core run checks one theme; contrast in the other is checked by the full run. */
const JUDGED = process.env['TEST_RUN'] === 'core' ? THEMES.slice(0, 1) : THEMES;

/** Checks the current screen in both themes. Soft, so that one walk reports all violations. */
export async function checkScreen(page: Page, look: ScreenVariant, name: string): Promise<void> {
  for (const theme of JUDGED) {
    await page.emulateMedia({ colorScheme: theme });
    await waitUntilStill(page, theme);
    if (PICTURES)
      await page.screenshot({ path: path.join(PICTURES, `${look.name}-${theme}`, `${name}.png`) });
    // The theme changes colours only.
    const found = await findViolations(page, theme === 'light' ? {} : { runOnly: ['color-contrast'] });
    expect.soft(found, `${name}, ${theme}`).toEqual([]);
  }
  const overflow = await page.evaluate(() =>
    Math.max(document.documentElement.scrollWidth - window.innerWidth, window.scrollX),
  );
  expect.soft(overflow, `${name} must not scroll sideways`).toBeLessThanOrEqual(0);
}

/** Waits until nothing loads or moves any more and the theme is applied. */
async function waitUntilStill(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await expect(page.locator('[class*="_bone_"]')).toHaveCount(0);
  await page.waitForFunction((wanted) => {
    const { mantineColorScheme } = document.documentElement.dataset;
    return mantineColorScheme === undefined || mantineColorScheme === wanted;
  }, theme);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A change of theme starts its transitions with the next frame.
    await new Promise((done) => void requestAnimationFrame(() => requestAnimationFrame(done)));
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
