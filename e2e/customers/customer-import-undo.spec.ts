import type { Page } from 'playwright/test';
import { apiOf, signInOnce } from '../support/api.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.use({ ground: 'customer-import-undo' });

const dialog = (page: Page) => page.getByRole('dialog');

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  await expect(dialog(page)).toBeVisible();
}

test('an import renames a customer on a colleague’s open ticket and list, and is taken back after a reload @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { token } = await signInOnce(server.url, 'agent1', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const identities = [{ kind: 'email', value: 'kirana@undo.example' }];
  const { id } = await api<{ id: number }>('POST', '/api/customers', { name: 'Kirana Lama', identities });
  const makeTicket = (customer_id: number) =>
    api<{ id: number }>('POST', '/api/tickets', {
      client_key: `import-undo-${customer_id}`,
      customer_id,
      subject: 'Kirana asks',
      department_id: 1,
    });
  const ticket = await makeTicket(id);
  const colleague = await openAs(browser, baseURL ?? '', 'agent1');
  await colleague.goto(`/tickets?view=open&q=Kirana+Lama&id=${ticket.id}`);
  const details = colleague.getByRole('region', { name: 'Ticket details' });
  const row = colleague.getByRole('list', { name: 'Tickets' }).getByRole('listitem').first();
  await expect(details).toContainText('Kirana Lama');
  await expect(row).toContainText('Kirana Lama');

  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/customers');
  await openImport(page);
  const lines = ['Kirana Baru,kirana@undo.example', 'Buyer,buyer@undo.example', 'Nobody,nobody@undo.example'];
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'undo.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['name,email', ...lines].join('\n')),
    });
  await dialog(page).getByRole('button', { name: 'Check file' }).click();
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog(page).getByText('2 added, 1 updated, 0 unchanged.')).toBeVisible();
  await expect(details).toContainText('Kirana Baru');
  await expect(row).toContainText('Kirana Baru');

  const [buyer] = await api<{ id: number }[]>('GET', '/api/customers?q=buyer%40undo.example');
  await makeTicket(buyer?.id ?? 0);
  await page.reload();
  await openImport(page);
  await dialog(page).getByRole('button', { name: 'Show undo.csv' }).click();
  await dialog(page).getByRole('button', { name: 'Undo import' }).click();
  await expect(dialog(page).getByText('Undone: 1 removed, 1 restored.')).toBeVisible();
  await expect(dialog(page).getByText('1 kept: has tickets, chats or calls.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Undo import' })).toHaveCount(0);
  await expect(details).toContainText('Kirana Lama');
  await expect(row).toContainText('Kirana Lama');
  await page.goto('/customers?q=undo.example');
  await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(2);
  await page.context().close();
  await colleague.context().close();
});
