import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a backup from the page is shown with its progress, and its size in the storage @full', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  await admin.goto('/settings/backup');
  const size = admin.getByRole('definition').last();
  await expect(size).toHaveText(/^\d/);
  const before = (await size.textContent()) ?? '';
  await admin.getByRole('button', { name: 'Back up now' }).click();
  await expect(admin.getByRole('listitem').filter({ hasText: 'Complete' })).toBeVisible({ timeout: 90_000 });
  await expect(size).not.toHaveText(before);
});
