import fs from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// An administrator imports customers from a file, and exports them.

test.use({ ground: 'customer-import' });

const dialog = (page: Page) => page.getByRole('dialog');

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  await expect(dialog(page)).toBeVisible();
}

const choose = (page: Page, content: string) =>
  dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

test('columns of a file are assigned, its lines checked, and it is imported; a colleague’s list follows @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  const other = await openAs(browser, baseURL ?? '', 'supervisor');
  await other.goto('/customers?sort=created');
  await expect(other.getByRole('row').nth(2)).toBeVisible();
  await page.goto('/customers');
  await openImport(page);
  await choose(page, '\u00ff\u0000');
  const lines = Array.from({ length: 620 }, (_, n) => `Imported ${n},imported${n}@file.example,Kopi ${n}`);
  await choose(
    page,
    ['Nama,E-mail,Where,Toko', ...lines, 'Wrong,no address at all,,', ',nobody@file.example,,'].join('\n'),
  );
  await expect(dialog(page).getByRole('row', { name: /E-mail/ })).toContainText('imported0@file.example');
  await dialog(page).getByRole('combobox', { name: 'Import as: Where' }).click();
  await page.getByRole('option', { name: 'Company' }).click();
  await dialog(page).getByRole('button', { name: 'Check file' }).click();
  await expect(dialog(page).getByText('620 new, 0 updated, 0 unchanged.')).toBeVisible();
  await expect(dialog(page).getByText('2 rows skipped.')).toBeVisible();
  await expect(
    dialog(page).getByRole('row', { name: /622.*E-mail.*no address at all.*name@example\.com/ }),
  ).toBeVisible();
  await expect(dialog(page).getByRole('row', { name: /623.*Nama.*required/ })).toBeVisible();

  // Closed and opened again, the dialog shows the same step.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await openImport(page);
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog(page).getByText('620 added, 0 updated, 0 unchanged.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(other.getByRole('link', { name: /^Imported / }).first()).toBeVisible();

  await page.goto('/customers?q=imported619');
  await expect(page.getByRole('row', { name: /Imported 619/ })).toContainText('Kopi 619');
  await page.context().close();
  await other.context().close();
});

test('a list goes into a file, and comes back from it without changing anybody @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/customers?q=mail.example');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  const csv = await fs.readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n').length).toBeGreaterThan(50);
  await openImport(page);
  await choose(page, csv);
  await dialog(page).getByRole('button', { name: 'Check file' }).click();
  await expect(dialog(page).getByText(/^0 new, 0 updated, \d+ unchanged\.$/)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await page.context().close();
});

test('an agent without the permissions is offered neither import nor export @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/customers');
  await expect(page.getByRole('button', { name: 'New customer' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);
  expect((await page.request.get('/api/customers/export')).status()).toBe(403);
  await page.context().close();
});
