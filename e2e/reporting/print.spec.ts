import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.use({ ground: 'dashboards' });

/** A4 across between its margins, in CSS pixels. */
const PAPER = 1032;

test('on paper, a report has all its columns and no controls @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'supervisor');
  await page.setViewportSize({ width: PAPER, height: 700 });
  await page.goto('/reports/calls?range=30-days');
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
  const control = page.getByRole('button', { name: 'Export' });
  await expect(control).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(control).toBeHidden();
  await expect(page.getByRole('switch', { name: 'Compare with previous period' })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Agent' })).toBeHidden();
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER);
  await page.context().close();
});
