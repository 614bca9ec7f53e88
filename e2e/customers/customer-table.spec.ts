import type { Page } from 'playwright/test';
import { apiOf, callApi, signInOnce } from '../support/api.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.use({ ground: 'customer-table' });

type CreatedCustomer = { id: number; version: number };
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });

test('customers are narrowed down by custom fields, follow what others change, and stand in chosen columns @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { token } = await signInOnce(server.url, 'admin', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const values = { name: 'Loyalty card', entity: 'customer', kind: 'line', key: 'loyalty_card' };
  const field = await api<{ id: number }>('POST', '/api/settings/custom_fields', { values });
  const make = (name: string, card: string) =>
    api<CreatedCustomer>('POST', '/api/customers', { name, fields: { [field.id]: card } });
  await make('Card Holder One', 'GOLD-1');
  const two = await make('Card Holder Two', 'SILVER-2');

  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/customers');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('f');
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Loyalty card' }).click();
  await filter.getByLabel('Value').fill('gold');
  await filter.getByRole('button', { name: 'Show customers' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Card Holder One');
  await expect(page.getByRole('button', { name: 'Remove filter: Loyalty card contains gold' })).toBeVisible();
  // A colleague changes the other customer, which enters and leaves the filtered list by events alone.
  const give = async (card: string) => {
    const { version } = await api<CreatedCustomer>('GET', `/api/customers/${two.id}`);
    await api('PATCH', `/api/customers/${two.id}`, { version, fields: { [field.id]: card } });
  };
  await give('GOLD-2');
  await expect(rows(page)).toHaveCount(2);
  await give('SILVER-2');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Table columns' });
  await columns.getByRole('checkbox', { name: 'Loyalty card' }).check();
  await columns.getByRole('checkbox', { name: 'Preferred language' }).check();
  await columns.getByRole('checkbox', { name: 'Company' }).uncheck();
  await columns.getByRole('button', { name: 'Save' }).click();
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Loyalty card' })).toBeVisible();
  await expect(heads.filter({ hasText: 'Company' })).toHaveCount(0);
  await expect(rows(page)).toContainText(['GOLD-1']);
  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2);
  await page.context().close();

  const again = await openAs(browser, baseURL ?? '', 'agent1');
  await again.goto('/customers?q=Card+Holder');
  await expect(rows(again)).toHaveCount(2);
  await expect(again.getByRole('columnheader').filter({ hasText: 'Loyalty card' })).toBeVisible();
  await rows(again).first().getByRole('link').click();
  await expect(again.getByRole('region', { name: 'Customer', exact: true })).toBeVisible();
  await again.context().close();
});

test('a number is asked for as the language writes it, and what could be another one is refused @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { token } = await signInOnce(server.url, 'admin', DEMO_PASSWORD);
  const values = { name: 'Spent', entity: 'customer', kind: 'number', key: 'spent' };
  const asAdmin = async (path: string, body: unknown) => {
    const answer = await callApi<{ data: CreatedCustomer }>(server.url, 'POST', path, { token, body });
    expect(answer.status).toBe(200);
    return answer.body.data;
  };
  const field = await asAdmin('/api/settings/custom_fields', { values });
  await asAdmin('/api/customers', { name: 'Big Spender', fields: { [field.id]: 1234.5 } });

  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/customers');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('f');
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Spent' }).click();
  await filter.getByLabel('Value').fill('12,5');
  await expect(filter.getByText('Use a number such as 1,234.5.')).toBeVisible();
  await filter.getByRole('button', { name: 'Show customers' }).click();
  await expect(filter).toBeVisible();
  await filter.getByLabel('Value').fill('1,234.5');
  await filter.getByRole('button', { name: 'Show customers' }).click();
  await expect(page.getByRole('button', { name: 'Remove filter: Spent is 1,234.5' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Big Spender');
  await page.context().close();
});
