import { readFile } from 'node:fs/promises';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('an administrator finds who changed what, reads it field by field, and takes it as a file', async ({
  browser,
  baseURL,
}) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  await admin.goto('/settings/users');
  await admin
    .getByRole('row', { name: /agent2/ })
    .getByRole('link')
    .click();
  const user = admin.getByRole('dialog');
  await user.getByLabel('Name', { exact: true }).fill('Renamed Colleague');
  await user.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('row', { name: /Renamed Colleague/ })).toHaveCount(1);

  await admin.getByRole('link', { name: 'Audit log' }).click();
  await expect(admin.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  await admin.getByRole('searchbox', { name: 'Search details' }).fill('renamed');
  const row = admin.getByRole('row', { name: /User: changed/ });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Renamed Colleague');
  await row.getByRole('link').click();
  const entry = admin.getByRole('dialog', { name: 'User: changed' });
  await expect(entry.locator('ins')).toHaveText(/Renamed Colleague/);
  await expect(entry.getByText(/127\.0\.0\.1|::1/)).toBeVisible();
  await entry.getByRole('link', { name: 'Other entries of this subject' }).click();
  await expect(admin.getByText('Subject: user')).toBeVisible();

  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('user.changed');
  await admin.goto('/settings/audit');
  await expect(admin.getByRole('row', { name: /Audit log: exported/ })).toHaveCount(1);
});
