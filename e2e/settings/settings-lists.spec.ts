import fs from 'node:fs/promises';
import type { getUserLevel, ListRow, ResponseOf } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const rows = (page: Page) => page.getByRole('row').locator('a');
const row = (page: Page, name: string) => rows(page).filter({ hasText: new RegExp(`^${name}$`) });
const drawer = (page: Page) => page.getByRole('dialog');
const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openList(page: Page, name: string): Promise<void> {
  await page.goto(`/settings/${name}`);
  await expect(rows(page).first()).toBeVisible();
}

async function listed(page: Page, kind: string): Promise<ListRow[]> {
  const answer = await page.request.get(`/api/settings/${kind}`);
  return ((await answer.json()) as { data: ListRow[] }).data;
}

const closeAll = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

test('by keys alone: a category is created, found, renamed, deactivated and undone, and an open desk follows @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Category Visitor');
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  await agent.goto(`/tickets/detail?id=${chat.ticketId}`);
  const category = agent.getByRole('button', { name: /^Category: / });
  const offered = (name: string) => agent.getByRole('option', { name, exact: true });
  await category.click();
  await expect(offered('Delivery')).toBeVisible();

  const page = await openAs(browser, baseURL ?? '', 'admin');
  await openList(page, 'categories');
  await press(page, 'n');
  await expect(drawer(page).getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Warranty');
  await press(page, 'Enter');
  await expect(said(page, '“Warranty” created')).toBeVisible();
  await expect(drawer(page)).toBeHidden();
  await expect(offered('Warranty')).toBeVisible();
  await offered('Warranty').click();
  await expect(agent.getByRole('button', { name: 'Category: Warranty' })).toBeVisible();

  await press(page, '/');
  await page.keyboard.type('warr');
  await expect(rows(page)).toHaveCount(1);
  await press(page, 'Enter', 'ArrowDown');
  await expect(rows(page)).toBeFocused();
  await press(page, 'Enter');
  await expect(drawer(page).getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type(' and repairs');
  await press(page, 'Enter');
  await expect(row(page, 'Warranty and repairs')).toBeVisible();
  await expect(agent.getByRole('button', { name: 'Category: Warranty and repairs' })).toBeVisible();

  // An inactive type stays on the ticket, and cannot be selected for others.
  await press(page, 'x');
  await button(page, 'Deactivate').focus();
  await press(page, 'Enter');
  await expect(said(page, '1 deactivated')).toBeVisible();
  await expect(agent.getByRole('button', { name: 'Category: Warranty and repairs' })).toBeVisible();

  // The history names the change and its author, and can undo it.
  await press(page, 'h');
  const history = drawer(page).getByRole('list', { name: 'Change history' });
  await expect(history.getByRole('listitem').first()).toContainText(
    /Deactivated.*Ratna Wijaya.*Active → Inactive/s,
  );
  await history.getByRole('listitem').first().getByRole('button').focus();
  await press(page, 'Enter');
  await expect(history.getByRole('listitem').first()).toContainText('Undid');
  await press(page, 'Escape');
  await expect(page.getByRole('row').filter({ hasText: 'Warranty and repairs' })).toContainText('Active');
  await press(page, 'u');
  await expect(row(page, 'Warranty')).toBeVisible();

  await press(page, '?');
  await expect(page.getByRole('dialog')).toContainText('Settings lists');
  await endChat(server.url, chat);
  await closeAll(agent, page);
});

test('of two administrators who change the same row the second is told what the first has changed @full', async ({
  browser,
  baseURL,
}) => {
  const [first, second] = [
    await openAs(browser, baseURL ?? '', 'admin'),
    await openAs(browser, baseURL ?? '', 'admin'),
  ];
  for (const page of [first, second]) {
    await openList(page, 'types');
    await row(page, 'Request').click();
  }
  const name = (page: Page) => drawer(page).getByLabel('Name', { exact: true });
  await name(second).fill('Asked for');
  await name(first).fill('Wish');
  await button(first, 'Save').click();
  await expect(row(first, 'Wish')).toBeVisible();
  // Typed text stays when the list below is updated.
  await expect(name(second)).toHaveValue('Asked for');
  await button(second, 'Save').click();
  const notice = drawer(second).getByRole('alert');
  await expect(notice).toContainText(/Ratna Wijaya changed this/);
  await expect(notice.getByRole('row').filter({ hasText: 'Name' })).toContainText(/Wish.*Asked for/);
  await notice.getByRole('button', { name: 'Save my version' }).click();
  for (const page of [first, second]) await expect(row(page, 'Asked for')).toBeVisible();
  await press(second, 'u');
  await expect(row(first, 'Wish')).toBeVisible();
  await closeAll(first, second);
});

test('rows are reordered by the keys of the handle, by Alt and the arrows, and by the mouse @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  const other = await openAs(browser, baseURL ?? '', 'admin');
  await openList(page, 'caller_types');
  await openList(other, 'caller_types');
  const inOrder = (...names: string[]) => expect(rows(page)).toHaveText(names);
  await inOrder('Customer', 'Café partner', 'Supplier', 'Press');

  await button(page, 'Move Customer').focus();
  await press(page, 'Space');
  await expect(said(page, 'Customer picked up, position 1 of 4.')).toBeAttached();
  await press(page, 'ArrowDown');
  await expect(said(page, 'Customer is at position 2 of 4.')).toBeAttached();
  await press(page, 'Space');
  await inOrder('Café partner', 'Customer', 'Supplier', 'Press');
  await expect(said(page, '“Customer” moved')).toBeVisible();

  await row(page, 'Press').focus();
  await press(page, 'Alt+ArrowUp');
  await inOrder('Café partner', 'Customer', 'Press', 'Supplier');
  await expect(row(page, 'Press')).toBeFocused();

  const from = (await button(page, 'Move Supplier').boundingBox())!;
  const to = (await button(page, 'Move Café partner').boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 8);
  await page.mouse.move(to.x + 8, to.y + 4, { steps: 8 });
  await expect(said(page, 'Supplier is at position 1 of 4.')).toBeAttached();
  await page.mouse.up();
  await inOrder('Supplier', 'Café partner', 'Customer', 'Press');
  await expect(rows(other)).toHaveText(['Supplier', 'Café partner', 'Customer', 'Press']);
  await page.reload();
  await inOrder('Supplier', 'Café partner', 'Customer', 'Press');

  // Sorted by a column, rows cannot be reordered.
  await button(page, 'Name').click();
  await inOrder('Café partner', 'Customer', 'Press', 'Supplier');
  await expect(button(page, 'Move Press')).toHaveCount(0);
  await closeAll(page, other);
});

test('a row in use cannot be deleted, and is deactivated instead @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await openList(page, 'departments');
  const menu = async (name: string) => button(page, `Actions for ${name}`).click();
  await menu('Billing');
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await press(page, 'Escape');

  await button(page, 'New department').click();
  await drawer(page).getByLabel('Name', { exact: true }).fill('billing');
  await button(page, 'Create').click();
  await expect(drawer(page).getByText('This name already exists.')).toBeVisible();
  await drawer(page).getByLabel('Name', { exact: true }).fill('Night shift');
  await button(page, 'Create').click();
  await expect(row(page, 'Night shift')).toBeVisible();
  await menu('Night shift');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(row(page, 'Night shift')).toHaveCount(0);
  await said(page, '“Night shift” deleted').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Night shift')).toBeVisible();
  await menu('Night shift');
  await page.getByRole('menuitem', { name: 'Change history' }).click();
  const history = drawer(page).getByRole('list', { name: 'Change history' });
  await expect(history.getByRole('listitem')).toHaveText([
    /^Undid Night shift/,
    /^Deleted Night shiftUndone/,
    /^Created Night shift/,
  ]);
  await closeAll(page);
});

test('a file is previewed, with its problems by line, then imported, and the import undone @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await openList(page, 'subcategories');
  const dialog = page.getByRole('dialog', { name: 'Import from CSV' });
  const pick = (text: string) =>
    dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'subcategories.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const wrong = 'name,category_id\nTracking,Delivery\nNowhere,Atlantis\n,Delivery\n';
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
    return transfer;
  }, wrong);
  await dialog.getByText('Drop a CSV file here').dispatchEvent('drop', { dataTransfer });
  await expect(dialog.getByText('dropped.csv')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('2 rows have errors');
  await expect(dialog.getByRole('row')).toHaveText([
    /^Line/,
    /^3category_idNo item has this name\.$/,
    /^4nameThis value is required\.$/,
  ]);
  await expect(button(page, 'Import')).toBeDisabled();

  await pick('name,category_id\nTracking,delivery\nRefund,Payment\n"=1+1",Payment\n');
  await expect(dialog.getByText('2 new, 0 updated, 1 unchanged.')).toBeVisible();
  expect((await listed(page, 'subcategories')).map(({ values }) => values['name'])).not.toContain('Tracking');
  await button(page, 'Import').click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Tracking')).toBeVisible();

  const download = page.waitForEvent('download');
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const text = await fs.readFile(await (await download).path(), 'utf8');
  expect(text).toMatch(/^\uFEFFid,name,category_id,is_active\r\n/);
  expect(text).toMatch(/,Tracking,Delivery,yes\r\n\d+,'=1\+1,Payment,yes\r\n/);

  await said(page, '2 rows imported').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Tracking')).toHaveCount(0);
  await closeAll(page);
});

test('a template with variables is shown as a customer reads it, and offered in an open reply box at once @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Template Visitor');
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  await agent.goto(`/tickets/detail?id=${chat.ticketId}`);
  const reply = agent.getByRole('textbox', { name: /reply/i });
  await reply.fill('/warr');
  await expect(agent.getByText('/warranty')).toHaveCount(0);

  const page = await openAs(browser, baseURL ?? '', 'admin');
  await openList(page, 'media_template_content');
  await button(page, 'New template').click();
  await drawer(page).getByLabel('Name', { exact: true }).fill('Warranty');
  await drawer(page).getByLabel('Short name').fill('warranty');
  await drawer(page).getByLabel('Text', { exact: true }).fill('Dear ');
  await button(page, 'Customer name').click();
  await page.keyboard.type(', your {{colour}} kettle is covered.');
  await expect(drawer(page).getByText('Dear Rina Hartono, your {{colour}} kettle is covered.')).toBeVisible();
  await expect(drawer(page).getByText(/Unknown variable \{\{colour\}\}/)).toBeVisible();
  await button(page, 'Create').click();
  const text = drawer(page).getByLabel('Text', { exact: true });
  await expect(text).toHaveAccessibleDescription(/Unknown variable \{\{colour\}\}/);
  await text.fill('Dear {{customer.name}}, your kettle is covered.');
  await button(page, 'Create').click();
  await expect(row(page, 'Warranty')).toBeVisible();

  await expect(agent.getByRole('option', { name: /warranty/ })).toBeVisible();
  await reply.press('Enter');
  await expect(reply).toHaveValue('Dear Template Visitor, your kettle is covered.');
  await reply.fill('');
  await endChat(server.url, chat);
  await closeAll(agent, page);
});

test('a list of 8,000 rows is scrolled to its end, searched, and its import undone @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await openList(page, 'types');
  // Other journeys on this server may have created some.
  const before = ((await (await page.request.get('/api/settings/types?limit=1')).json()) as { total: number })
    .total;
  const text = `name\n${Array.from({ length: 8_000 }, (_, n) => `Kind ${String(n).padStart(4, '0')}`).join('\n')}\n`;
  await page.request.post('/api/settings/types/import?apply=yes', {
    multipart: { file: { name: 'types.csv', mimeType: 'text/csv', buffer: Buffer.from(text) } },
  });
  await expect(page.getByRole('heading', { name: 'Types' }).locator('..')).toContainText(
    (8_000 + before).toLocaleString('en'),
  );
  const table = page.getByRole('table', { name: 'Types' });
  await expect(async () => {
    await table.evaluate((node) => node.parentElement?.scrollTo(0, 1e9));
    await expect(row(page, 'Kind 7999')).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 40_000, intervals: [50] });
  expect(await rows(page).count()).toBeLessThan(80);
  await press(page, '/');
  await page.keyboard.type('Kind 4242');
  await expect(rows(page)).toHaveText(['Kind 4242']);
  await press(page, 'Escape', 'Escape');
  await press(page, 'u');
  await expect(rows(page)).toHaveCount(before);
  await closeAll(page);
});

test('users who may only view cannot change anything, and users who may not view are told @full', async ({
  browser,
  baseURL,
}) => {
  // No role of the demo workspace may view a list without editing it, so the answer is changed.
  const reader = await openAs(browser, baseURL ?? '', 'admin');
  await reader.route('**/api/user_levels?*', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as ResponseOf<typeof getUserLevel>;
    const modules = data.modules.map((module) => ({ ...module, module_activity_code: 'VIEW' }));
    await route.fulfill({ response, json: { data: { ...data, modules } } });
  });
  await openList(reader, 'types');
  await expect(button(reader, 'New type')).toHaveCount(0);
  await expect(button(reader, 'Move Question')).toHaveCount(0);
  await expect(reader.getByRole('checkbox')).toHaveCount(0);
  await press(reader, 'n');
  await row(reader, 'Question').click();
  await expect(drawer(reader).getByText('View only')).toBeVisible();
  await expect(drawer(reader).getByLabel('Name', { exact: true })).toBeDisabled();
  await expect(button(reader, 'Save')).toHaveCount(0);

  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/settings/types');
  await expect(page.getByText('Your role has no access to this page')).toBeVisible();
  expect((await page.request.get('/api/settings/types')).status()).toBe(403);
  await closeAll(reader, page);
});

test('a template is previewed with the values of a real ticket @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Sample Visitor');
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await openList(page, 'media_template_content');
  await press(page, 'n');
  const text = 'Dear {{customer.name}}, about {{ticket.number}}: we are on it.';
  await drawer(page).getByLabel('Text').fill(text);
  await expect(drawer(page).getByText('Dear Rina Hartono, about 100042: we are on it.')).toBeVisible();
  const sample = drawer(page).getByRole('combobox', { name: 'Preview with ticket' });
  await sample.fill('nobody-has-such-a-ticket');
  await expect(page.getByText('No ticket found')).toBeVisible();
  await sample.fill('Sample Visitor');
  await page.getByRole('option', { name: /Sample Visitor$/ }).click();
  await expect(drawer(page).getByText(/^Dear Sample Visitor, about \d+: we are on it\.$/)).toBeVisible();
  await endChat(server.url, chat);
  await closeAll(page);
});
