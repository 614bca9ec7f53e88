import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const DAY_MS = 86_400_000;

/** Returns the last working day before today in Jakarta, the demo workspace's time zone. */
function lastWorkday(): string {
  const day = new Date(Date.now() + 7 * 3_600_000 - DAY_MS);
  while ([0, 6].includes(day.getUTCDay())) day.setTime(day.getTime() - DAY_MS);
  return day.toISOString().slice(0, 10);
}

test('a supervisor looks at a day, corrects it, and the report says so @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'supervisor');
  const day = lastWorkday();
  await page.goto(`/user-activity?day=${day}`);
  const days = page.getByRole('table');
  await expect(days.getByRole('row').nth(2)).toBeVisible();
  const name = (await days.getByRole('row').nth(1).getByRole('button').textContent()) ?? '';
  await days.getByRole('row').nth(1).getByRole('button').click();
  const drawer = page.getByRole('dialog');
  await drawer
    .getByRole('button', { name: /^Correct Ready/ })
    .first()
    .click();
  const form = drawer.getByRole('form', { name: 'Correct activity' });
  await form.getByRole('combobox', { name: 'Actual activity' }).click();
  await page.getByRole('option', { name: 'Messages only' }).click();
  await form.getByLabel('Reason').fill('Answered mails');
  await form.getByRole('button', { name: 'Save correction' }).click();
  await expect(drawer.getByRole('heading', { name: 'Corrections' })).toBeVisible();
  await expect(drawer.getByRole('cell', { name: 'Messages only Corrected' })).toBeVisible();

  await page.goto(`/reports/user_activity?range=custom&from=${day}&to=${day}`);
  const figures = page.getByRole('region', { name: 'Figures' });
  const row = figures.getByRole('row', { name: new RegExp(name) });
  await expect(row).toBeVisible();
  const messagesOnly = row.getByRole('cell').nth(2);
  await expect(messagesOnly).not.toHaveText('0 s');
  await row.getByRole('rowheader').getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Connection lost' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Messages only' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
  const files = page.getByRole('dialog', { name: 'Exported files' });
  const download = page.waitForEvent('download');
  await files.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^user_activity_.*\.xlsx$/);

  // After the correction is undone, the recorded activity counts again.
  await page.goto(`/user-activity?day=${day}`);
  await page.getByRole('button', { name }).click();
  await drawer.getByRole('button', { name: 'Withdraw' }).click();
  await expect(drawer.getByRole('heading', { name: 'Corrections' })).toBeHidden();
  await page.context().close();
});

test('breaks are reported by reason and day @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'supervisor', { locale: 'en-US' });
  await page.goto('/reports/break_history?range=last-week');
  await expect(page.getByRole('heading', { name: 'Break history' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.getByRole('option', { name: 'Break reason' }).click();
  await expect(page).toHaveURL(/group=break_reason/);
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures.getByRole('columnheader', { name: 'Over limit', exact: true })).toBeVisible();
  await page.context().close();
});

test('a figure opens the records that it counts, and the table has the columns that were chosen @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'supervisor', { locale: 'en-US' });
  await page.goto('/reports/break_history?range=30-days');
  const figures = page.getByRole('region', { name: 'Figures' });
  const over = figures.locator('tfoot').getByRole('button', { name: /, show Over limit$/ });
  const count = Number((await over.textContent())?.replaceAll(/\D/g, ''));
  expect(count).toBeGreaterThan(0);
  await over.click();
  await expect(page).toHaveURL(/metric=breaks_over_limit/);
  const records = page.getByRole('region', { name: 'Record' });
  await expect(records.getByRole('row')).toHaveCount(1 + Math.min(count, 100));
  await page.goBack();
  await expect(figures).toBeVisible();

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Paid break time', 'Longest break'])
    await dialog.getByLabel(name, { exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(figures.getByRole('columnheader', { name: 'Longest break' })).toBeHidden();
  await expect(figures.getByRole('columnheader', { name: 'Average break' })).toBeVisible();
  await expect(page).toHaveURL(/columns=breaks/);
  await page.context().close();
});
