import type { Page } from 'playwright/test';
import { expect } from './test.ts';

/** Presses these keys, one after the other. */
export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Returns the shortcuts that are listed now, as "keys: description". */
export async function listedShortcuts(page: Page): Promise<string[]> {
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  const rows = await help.locator('dl > div').evaluateAll((all) =>
    all.map((row) => {
      const keys = [...row.querySelectorAll('kbd')].map((key) => key.textContent).join(' ');
      return `${keys}: ${row.querySelector('dt')?.textContent}`;
    }),
  );
  await press(page, 'Escape');
  await expect(help).toBeHidden();
  return rows.toSorted();
}

/** What `listedShortcuts` returns on every page of the desk. */
export const SHORTCUTS_OF_EVERY_PAGE = [
  'Ctrl K: Search',
  'G ,: Go to Settings',
  '?: Show keyboard shortcuts',
  '[: Collapse or expand menu',
  'G T: Go to Tickets',
  'G C: Go to Customers',
  'G N: Notifications',
];
