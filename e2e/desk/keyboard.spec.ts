import { endChat, startChat } from '../support/chat.ts';
import { SHORTCUTS_OF_EVERY_PAGE, listedShortcuts, press } from '../support/keys.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a ticket goes from the list to solved by keys alone @full', async ({ browser, baseURL, server }) => {
  test.setTimeout(90_000);
  const name = 'Keyboard Visitor';
  const chat = await startChat(server.url, name, 'My kettle leaks');
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  await page.goto('/tickets?view=unassigned');
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('link');
  const cursor = page.locator('[data-cursor]');
  await expect(rows.first()).toBeVisible();

  // The list: move, search, open, and go back.
  await press(page, 'j', 'j');
  await expect(cursor).toHaveAttribute('data-ticket', (await rows.nth(1).getAttribute('data-ticket'))!);
  await press(page, 'k');
  await expect(cursor).toHaveAttribute('data-ticket', (await rows.nth(0).getAttribute('data-ticket'))!);
  await press(page, '/');
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeFocused();
  await page.keyboard.type(name);
  await expect(rows).toHaveCount(1);
  await press(page, 'Enter', 'j', 'Enter');
  await expect(page).toHaveURL(new RegExp(`[?&]id=${chat.ticketId}\\b`));
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await expect(conversation).toContainText('My kettle leaks');
  await press(page, 'Escape');
  await expect(conversation).toBeHidden();
  await press(page, 'j', 'Enter');
  await expect(conversation).toBeVisible();
  const ticketKeys = [
    'C: Create a ticket',
    '⇧ C: New e-mail',
    '⇧ N: Take next',
    'Esc: Back to the list',
    '/: Search tickets',
    'J: Next ticket',
    'K: Previous ticket',
    '↵: Open ticket',
    'R: Reply',
    'N: Add note',
    '⇧ R: No reply needed',
    'Z: Snooze',
    'A: Assign',
    'T: Transfer',
    'S: Status, solve, reopen',
    'P: Priority',
    'E: Edit tags',
    'F: Filter list',
    'V: Saved views',
    'X: Select ticket',
    '⇧ X: Select up to here',
    '⇧ ↓: Extend selection',
    'M: Run macro',
    '⇧ M: Merge',
    '⇧ S: Split',
    'L: Link',
    'W: Follow or unfollow',
    ']: Open next ticket',
    '[: Open previous ticket',
  ];
  // While a ticket is open, `[` opens the one before it instead.
  const elsewhere = SHORTCUTS_OF_EVERY_PAGE.filter((line) => !line.startsWith('[:'));
  expect(await listedShortcuts(page)).toEqual([...elsewhere, ...ticketKeys].toSorted());

  // The ticket's head: each key opens a menu, and Escape closes it without leaving the ticket.
  await press(page, 'a');
  await expect(page.getByRole('combobox', { name: 'Search colleagues' })).toBeFocused();
  await page.keyboard.type('Budi');
  await expect(page.getByRole('option')).toHaveCount(1);
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Assignee: Budi Santoso' })).toBeFocused();
  await press(page, 'p');
  await expect(page.getByRole('option', { name: 'Normal' })).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(conversation).toBeVisible();
  await press(page, 'p', 'ArrowUp', 'Enter');
  await expect(page.getByRole('button', { name: 'Priority: High' })).toBeFocused();

  await press(page, 'e');
  const tags = page.getByRole('combobox', { name: 'Add tag' });
  await expect(tags).toBeFocused();
  await page.keyboard.type('kettle-leak');
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Remove tag kettle-leak' })).toBeVisible();
  await press(page, 'Escape');
  await expect(tags).not.toBeFocused();
  await expect(conversation).toBeVisible();

  await press(page, 't');
  const transfer = page.getByRole('dialog', { name: 'Department: Customer care' });
  await expect(transfer.getByRole('combobox', { name: 'Department' })).toBeFocused();
  await page.keyboard.type('Billing');
  await press(page, 'ArrowDown', 'Enter', 'Tab');
  await expect(transfer.getByRole('textbox', { name: 'Note (optional)' })).toBeFocused();
  await page.keyboard.type('She wants her money back');
  await press(page, 'Tab', 'Tab', 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Department: Billing' })).toBeVisible();

  // A reply with a template and a second line, then a note.
  await press(page, 'r');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect(reply).toBeFocused();
  await page.keyboard.type('/hi');
  await expect(page.getByRole('listbox', { name: 'Templates' })).toBeVisible();
  await press(page, 'Enter');
  await expect(reply).toHaveValue(/Keyboard Visitor/);
  await press(page, 'Shift+Enter');
  await page.keyboard.type('Budi here.');
  await press(page, 'Enter');
  await expect(conversation).toContainText('Budi here.');
  await expect(reply).toHaveValue('');
  await expect(reply).toBeFocused();
  await press(page, 'Escape', 'n');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('A seal, probably');
  await press(page, 'Enter');
  await expect(conversation.getByRole('article').last()).toContainText('Internal note');
  await press(page, 'Escape');

  await press(page, 's');
  await expect(page.getByRole('option', { name: 'Solved' })).toBeVisible();
  while (!(await page.locator('[data-combobox-selected]', { hasText: 'Solved' }).isVisible()))
    await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(conversation).toContainText('Budi Santoso solved the ticket');
  await press(page, 'Escape');
  await expect(conversation).toBeHidden();
  await endChat(server.url, chat);
  await page.context().close();
});

test('the keys that work everywhere, and a ticket created with them @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  await expect(title('Mine')).toBeVisible();
  await press(page, 'g', 'c');
  await expect(title('Customers')).toBeVisible();
  await press(page, 'g', 't');
  await expect(title('Mine')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await press(page, '[');
  await expect(menu.getByText('Collapse menu')).toBeVisible();
  await press(page, '[');
  await expect(menu.getByText('Collapse menu')).toBeHidden();

  await press(page, 'c');
  const drawer = page.getByRole('dialog', { name: 'Create a ticket' });
  await expect(drawer.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await press(page, 'Escape');
  await expect(drawer).toBeHidden();
  const { data } = (await (await page.request.get('/api/customers?limit=1')).json()) as {
    data: { name: string }[];
  };
  const found = drawer.getByRole('option').filter({ hasNotText: 'as a customer' }).first();
  await press(page, 'c');
  await expect(drawer.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await page.keyboard.type(data[0]!.name);
  await expect(found).toContainText(data[0]!.name);
  await press(page, 'ArrowDown', 'Enter');
  const another = drawer.getByRole('button', { name: 'Choose another customer' });
  await expect(another).toBeFocused();
  await press(page, 'Enter');
  await expect(drawer.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await page.keyboard.type(data[0]!.name);
  await expect(found).toContainText(data[0]!.name);
  await press(page, 'ArrowDown', 'Enter', 'Tab');
  await expect(drawer.getByRole('textbox', { name: 'Subject' })).toBeFocused();
  await page.keyboard.type('Called about her invoice');
  await press(page, 'Tab');
  await expect(drawer.getByRole('combobox', { name: 'Department' })).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(drawer.getByRole('option', { name: 'Billing' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await press(page, 'Enter', 'Shift+Tab', 'Enter');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Called about her invoice' })).toBeVisible();
  await page.context().close();
});
