import type { Page } from 'playwright/test';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const box = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

test('a right that is taken away leaves the agent’s open screen, and the last way in stays open', async ({
  browser,
  baseURL,
}) => {
  const [agent, admin] = [
    await openAs(browser, baseURL ?? '', 'agent5'),
    await openAs(browser, baseURL ?? '', 'admin'),
  ];
  await agent.goto('/customers');
  await expect(agent.getByRole('row').nth(2)).toBeVisible();
  await admin.goto('/settings/users');
  await admin.getByRole('link', { name: 'Roles' }).click();
  await admin.getByRole('link', { name: 'Agent', exact: true }).click();

  const preview = admin.getByRole('region', { name: 'Menu with this role' });
  await expect(preview.getByText('Customers')).toBeVisible();
  await box(admin, 'Customers: View').uncheck();
  await expect(preview.getByText('Customers')).toBeHidden();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Save “Agent”?' });
  await expect(dialog).toContainText(/This applies to \d+ users immediately/);
  await expect(dialog).toContainText('Customers: View');
  await dialog.getByRole('button', { name: 'Save' }).click();

  // No reload: the menu follows, and so does the page that is open.
  await expect(rail(agent).getByRole('link', { name: 'Customers' })).toBeHidden();
  await expect(agent.getByText('Your role has no access to this page')).toBeVisible();

  await expect(dialog).toBeHidden();
  await box(admin, 'Customers: Create').check();
  await box(admin, 'Customers: Edit').check();
  await save(admin);
  await expect(rail(agent).getByRole('link', { name: 'Customers' })).toBeVisible();
  await expect(agent.getByRole('row').nth(2)).toBeVisible();

  await admin.getByRole('link', { name: 'All roles' }).click();
  await admin.getByRole('link', { name: 'Administrator', exact: true }).click();
  await box(admin, /^(?:People|Users): Edit$/).uncheck();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByRole('dialog')).toContainText('you will no longer be able to edit users and roles');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('alert')).toContainText('nobody could edit users and roles any more');
  await admin.getByRole('button', { name: 'Undo changes' }).click();
  await expect(box(admin, /^(?:People|Users): Edit$/)).toBeChecked();
});
