import { SHORTCUTS_OF_EVERY_PAGE, listedShortcuts, press } from '../support/keys.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('customers are found, opened and changed by keys alone @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  for (const name of ['Tari Papan Ketik', 'Tari Papan Tulis'])
    await page.request.post('/api/customers', { data: { name } });
  await page.goto('/customers');
  const names = page
    .getByRole('table', { name: 'List of customers' })
    .getByRole('rowgroup')
    .last()
    .getByRole('link');
  await expect(names.first()).toBeVisible();
  await press(page, 'j', 'j');
  await expect(names.nth(1)).toBeFocused();
  await press(page, 'k');
  await expect(names.nth(0)).toBeFocused();

  await press(page, '/');
  const search = page.getByRole('searchbox', { name: 'Search name, company, e-mail or phone' });
  await expect(search).toBeFocused();
  // About as slow as the pause after which a search starts: an earlier search must not undo later typing.
  await page.keyboard.type('Tari Papan', { delay: 200 });
  await expect(search).toHaveValue('Tari Papan');
  await expect(names.last()).toHaveText(/^Tari Papan/);
  const name = await names.first().innerText();
  await press(page, 'Enter', 'j');
  await expect(names.first()).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  const customerKeys = [
    '/: Search customers',
    'F: Filter list',
    'C: New customer',
    'Esc: Close customer',
    'J: Next customer',
    'K: Previous customer',
    'E: Edit customer',
  ];
  expect(await listedShortcuts(page)).toEqual([...SHORTCUTS_OF_EVERY_PAGE, ...customerKeys].toSorted());
  await expect(names.first()).toBeFocused();

  await press(page, 'e');
  const drawer = page.getByRole('dialog', { name: `Edit ${name}` });
  await expect(drawer.getByLabel('Name')).toBeFocused();
  await press(page, 'Tab');
  await expect(drawer.getByLabel('Company')).toBeFocused();
  await press(page, 'Control+a');
  await page.keyboard.type('Warung Papan Ketik');
  await press(page, 'Enter');
  await expect(drawer).toBeHidden();
  await expect(names.first()).toBeFocused();
  await expect(page.getByRole('region', { name: 'Customer', exact: true })).toContainText(
    'Warung Papan Ketik',
  );

  await press(page, 'c');
  await expect(page.getByRole('dialog', { name: 'New customer' }).getByLabel('Name')).toBeFocused();
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, 'Escape');
  await expect(page.getByRole('heading', { level: 2, name })).toBeHidden();
  await page.context().close();
});
