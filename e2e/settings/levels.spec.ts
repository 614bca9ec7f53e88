import type { Level, Ticket } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const checkbox = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name, exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

test('a revoked permission disappears from the agent’s open screen, and the last administrator cannot be locked out', async ({
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
  await checkbox(admin, 'Customers: View').uncheck();
  await expect(preview.getByText('Customers')).toBeHidden();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Save “Agent”?' });
  await expect(dialog).toContainText(/This applies to \d+ users immediately/);
  await expect(dialog).toContainText('Customers: View');
  await dialog.getByRole('button', { name: 'Save' }).click();

  // Without a reload the menu changes, and so does the open page.
  await expect(rail(agent).getByRole('link', { name: 'Customers' })).toBeHidden();
  await expect(agent.getByText('Your role has no access to this page')).toBeVisible();

  await expect(dialog).toBeHidden();
  await checkbox(admin, 'Customers: Create').check();
  await checkbox(admin, 'Customers: Edit').check();
  await save(admin);
  await expect(rail(agent).getByRole('link', { name: 'Customers' })).toBeVisible();
  await expect(agent.getByRole('row').nth(2)).toBeVisible();

  await admin.getByRole('link', { name: 'All roles' }).click();
  await admin.getByRole('link', { name: 'Administrator', exact: true }).click();
  await checkbox(admin, /^(?:People|Users): Edit$/).uncheck();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByRole('dialog')).toContainText('you will no longer be able to edit users and roles');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('alert')).toContainText(
    'would have all permissions of an administrator any more',
  );
  await admin.getByRole('button', { name: 'Undo changes' }).click();
  await expect(checkbox(admin, /^(?:People|Users): Edit$/)).toBeChecked();
});

test('a role that is narrowed down takes the reply box and then the ticket from the agent’s open screen @full', async ({
  browser,
  baseURL,
}) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  const agent = await openAs(browser, baseURL ?? '', 'agent5');
  const read = async <T>(page: Page, path: string) =>
    ((await (await page.request.get(path)).json()) as { data: T }).data;
  const { id: own } = await read<{ id: number }>(agent, '/api/user');
  const open = await read<Ticket[]>(agent, '/api/tickets?status=open&media=6&limit=50');
  const ticket = open.find(({ assignee_id: owner }) => owner !== own);
  if (!ticket) throw new Error('the demo has no such ticket');
  const before = (await read<Level[]>(admin, '/api/levels')).find(({ name }) => name === 'Agent');
  const change = async (fields: object) => {
    const now = (await read<Level[]>(admin, '/api/levels')).find(({ name }) => name === 'Agent');
    const data = { version: now?.version, ...fields };
    expect((await admin.request.patch(`/api/levels/${now?.id}`, { data })).status()).toBe(200);
  };
  await agent.goto(`/tickets/detail?id=${ticket.id}`);
  const subject = agent.getByRole('heading', { name: ticket.subject });
  const reply = agent.getByRole('textbox', { name: 'Reply' });
  await expect(subject).toBeVisible();
  await expect(reply).toBeVisible();

  const withoutReply = before?.modules.map((row) => ({
    ...row,
    module_activity_code: row.module_activity_code.replace('REPLY,', ''),
  }));
  await change({ modules: withoutReply });
  await expect(reply).toBeHidden();
  await expect(agent.getByRole('textbox', { name: 'Note', exact: true })).toBeVisible();

  await change({ visibility: 'own' });
  await expect(subject).toBeHidden();
  await expect(agent.getByText('Ticket not found')).toBeVisible();
  await change({ visibility: before?.visibility, modules: before?.modules });
  await expect(subject).toBeVisible();
  await expect(reply).toBeVisible();
});

test('two administrators edit one role: the second is told, and keeps their own changes or takes the other’s @full', async ({
  browser,
  baseURL,
}) => {
  const [first, second] = [
    await openAs(browser, baseURL ?? '', 'admin'),
    await openAs(browser, baseURL ?? '', 'admin'),
  ];
  for (const page of [first, second]) {
    await page.goto('/settings/users/levels');
    await page.getByRole('link', { name: 'QA analyst', exact: true }).click();
  }
  await checkbox(second, 'Customers: Export').check();
  await first.getByRole('radio', { name: 'Own tickets' }).check();
  await save(first);

  await expect(second.getByText('Someone else changed this role in the meantime')).toBeVisible();
  await second.getByRole('button', { name: 'Keep mine' }).click();
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = second.getByRole('dialog');
  // The dialog also shows that saving would overwrite the other user's change.
  await expect(dialog).toContainText('Own tickets → All tickets');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await second.getByRole('button', { name: 'Undo changes' }).click();
  await expect(second.getByRole('radio', { name: 'Own tickets' })).toBeChecked();
  await expect(checkbox(second, 'Customers: Export')).not.toBeChecked();

  await first.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(second.getByRole('radio', { name: 'All tickets' })).toBeChecked();
});

test('a role is copied, named and deleted, by keyboard in its matrix @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/settings/users/levels');
  await page.getByRole('button', { name: 'Actions for Agent' }).click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('agent');
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(dialog.getByText('Another role has this name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Trainee');
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trainee' })).toBeVisible();

  await checkbox(page, 'Tickets: View').focus();
  await page.keyboard.press('ArrowDown');
  await expect(checkbox(page, 'Customers: View')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(checkbox(page, 'Customers: Create')).not.toBeChecked();
  await save(page);
  await expect(page.getByText('“Trainee” saved')).toBeVisible();

  await page.getByRole('link', { name: 'All roles' }).click();
  await page.getByRole('button', { name: 'Actions for Trainee' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'Trainee' })).toBeHidden();
});
