import type { Customer } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// Two customers who are the same person: suggested, compared, merged and unmerged.

async function make(page: Page, name: string, email: string, company = ''): Promise<Customer> {
  const data = { name, company, identities: [{ kind: 'email', value: email }] };
  const made = await page.request.post('/api/customers', { data });
  return ((await made.json()) as { data: Customer }).data;
}

test('a customer of the same name is suggested, compared and merged, and unmerged with one click @full', async ({
  browser,
  baseURL,
}) => {
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  const other = await openAs(browser, baseURL ?? '', 'supervisor');
  const one = await make(agent, 'Melati Kusuma', 'melati@one.example');
  const two = await make(agent, 'Melati Kusuma', 'melati@two.example', 'Melati’s Bakery');
  await other.goto(`/customers?id=${two.id}`);
  await expect(other.getByRole('heading', { name: 'Melati Kusuma' })).toBeVisible();

  await agent.goto(`/customers?id=${one.id}`);
  const profile = agent.getByRole('region', { name: 'Customer', exact: true });
  await profile.getByRole('button', { name: /^Melati Kusuma.*Same name/ }).click();
  const dialog = agent.getByRole('dialog');
  await expect(dialog.getByText('melati@two.example')).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(profile.getByText('melati@two.example')).toBeVisible();
  await expect(profile.getByText('Melati’s Bakery')).toBeVisible();

  // The open profile of the merged customer changes to the remaining one.
  await expect(other).toHaveURL(new RegExp(`id=${one.id}`));
  await expect(other.getByRole('region', { name: 'Customer', exact: true })).toContainText(
    'melati@one.example',
  );

  await agent.getByRole('button', { name: 'Undo' }).first().click();
  await expect(agent.getByText('Melati Kusuma unmerged')).toBeVisible();
  const back = (await (await agent.request.get(`/api/customers/${two.id}`)).json()) as { data: Customer };
  expect(back.data).toMatchObject({ id: two.id, identities: [{ value: 'melati@two.example' }] });
  await agent.context().close();
  await other.context().close();
});

test('a customer is found by search, merged by keyboard, and unmerged later @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  const one = await make(page, 'Yudha Pratama', 'yudha@one.example');
  const two = await make(page, 'Y. Pratama Wirawan', 'ypw@two.example');
  await page.goto(`/customers?id=${one.id}`);
  await page.getByRole('button', { name: 'Merge with another customer' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('ypw@two');
  await expect(dialog.getByRole('button', { name: /Y. Pratama Wirawan/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.getByRole('radio', { name: 'Keep Yudha Pratama' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Keep Y. Pratama Wirawan' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`id=${two.id}`));

  await page.reload();
  await page.getByRole('button', { name: 'Unmerge Yudha Pratama' }).click();
  await expect(page).toHaveURL(new RegExp(`id=${one.id}`));
  await expect(page.getByRole('region', { name: 'Customer', exact: true })).toContainText(
    'yudha@one.example',
  );
  await page.context().close();
});

test('a customer who was changed during the comparison is not merged before the change was seen @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  const one = await make(page, 'Intan Permata', 'intan@one.example');
  const two = await make(page, 'Intan Permata', 'intan@two.example');
  await page.goto(`/customers?id=${one.id}`);
  await page.getByRole('button', { name: /^Intan Permata.*Same name/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('intan@two.example')).toBeVisible();
  await page.route('**/merge', async (route) => {
    await page.request.patch(`/api/customers/${two.id}`, {
      data: { version: two.version, company: 'Permata Ltd' },
    });
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Someone else changed one of the customers');
  await expect(dialog.getByText('Permata Ltd')).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.context().close();
});
